import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { QueryText } from '../../http';
import { InvalidRequest } from '../../problems';
import { nearestName } from '../../problems/near-names';
import { rulesOf } from '../rules';

/** The parameter `fields` of whatever returns records. */
export const QueryFields = (): PropertyDecorator =>
  QueryText({
    maxLength: 8000,
    description:
      'The fields of the response, names with commas between, such as id,title,clientName: names, figures, lists and custom fields ' +
      'included. Fields for which a scope is missing are left out, as they always are. By default all fields.',
  });

/** The parameter of routes that have no others. */
export class FieldsQuery {
  @QueryFields()
  readonly fields?: string;
}

/** The names of fields of a response, in the contract's spelling. */
export type WantedFields = ReadonlySet<string>;

/** The names in the parameter `fields`; undefined for all fields. @throws InvalidRequest for a name that no field has */
export function wantedFields(types: RecordTypes, type: RecordType, { fields }: { readonly fields?: string }): WantedFields | undefined {
  if (fields === undefined) return undefined;
  const known = responseNames(type, types);
  const requested = fields.split(',').map((name) => name.trim());
  const unknown = requested.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0)
    throw InvalidRequest.because(
      unknown.slice(0, MOST_ERRORS).map((name) => ({ pointer: '/fields', in: 'query', detail: complaint(name, known.values()) })),
    );
  return new Set(requested.map((name) => known.get(name.toLowerCase())!));
}

const MOST_ERRORS = 20;

function complaint(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known);
  return `${JSON.stringify(name.slice(0, 100))} must be a field of the response${meant ? `: perhaps ${meant}` : ''}`;
}

/** The same for the same fields, in whatever order. */
export const keyOf = (wanted: WantedFields): string => [...wanted].sort().join();

/** The names of everything that a response can have, by themselves in lower case. */
const responseNames = perType((type, types: RecordTypes): ReadonlyMap<string, string> => {
  const lists = type.fields.flatMap(({ inResponse }) => (typeof inResponse === 'object' ? [inResponse.list] : []));
  const own = type.fields.filter(({ inResponse }) => inResponse === 'field').map(({ name }) => name);
  const { responseLists = [], addedToResponses = [] } = rulesOf({ types }, type);
  const all = [...own, ...lists, ...responseLists.map(({ name }) => name), ...addedToResponses];
  return new Map(all.map((name) => [name.toLowerCase(), name]));
});
