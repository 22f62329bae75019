import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { byLowerCase, wantedNames } from '../../http';
import { rulesOf } from '../rules';

/** The names of fields of a response, in the contract's spelling. */
export type WantedFields = ReadonlySet<string>;

/** The names in the parameter `fields`; undefined for all fields. @throws InvalidRequest for a name that no field has */
export function wantedFields(types: RecordTypes, type: RecordType, { fields }: { readonly fields?: string }): WantedFields | undefined {
  if (fields === undefined) return undefined;
  return wantedNames(fields, responseNames(type, types));
}

/** The same for the same fields, in whatever order. */
export const keyOf = (wanted: WantedFields): string => [...wanted].sort().join();

/** The names of everything that a response can have, by themselves in lower case. */
const responseNames = perType((type, types: RecordTypes): ReadonlyMap<string, string> => {
  const lists = type.fields.flatMap(({ inResponse }) => (typeof inResponse === 'object' ? [inResponse.list] : []));
  const own = type.fields.filter(({ inResponse }) => inResponse === 'field').map(({ name }) => name);
  const { responseLists = [], addedToResponses = [] } = rulesOf({ types }, type);
  return byLowerCase([...own, ...lists, ...responseLists.map(({ name }) => name), ...addedToResponses]);
});
