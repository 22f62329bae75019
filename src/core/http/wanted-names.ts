import { unknownField } from '../problems/near-names';
import { InvalidRequest } from '../problems/problem';
import { QueryText } from './query-parameters';

/** The parameter `fields`, in the documentation too. */
export const FIELDS = {
  maxLength: 8000,
  description:
    'The fields of the response, names with commas between, such as id,title,clientName: names, figures, lists and custom fields ' +
    'included. Fields for which a scope is missing are left out, as they always are. By default all fields.',
} as const;

export const QueryFields = (): PropertyDecorator => QueryText(FIELDS);

/** The parameter of routes that have no others. */
export class FieldsQuery {
  @QueryFields()
  readonly fields?: string;
}

const MOST_ERRORS = 20;

/** Names, by themselves in lower case. */
export const byLowerCase = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

/** The names in the parameter `fields`. @param known those there are, by themselves in lower case @throws InvalidRequest for others */
export function wantedNames(fields: string, known: ReadonlyMap<string, string>): ReadonlySet<string> {
  const requested = fields.split(',').map((name) => name.trim());
  const unknown = requested.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length > 0)
    throw InvalidRequest.because(
      unknown.slice(0, MOST_ERRORS).map((name) => ({ pointer: '/fields', in: 'query', detail: complaint(name, known.values()) })),
    );
  return new Set(requested.map((name) => known.get(name.toLowerCase())!));
}

const complaint = (name: string, known: Iterable<string>): string =>
  `has ${JSON.stringify(name.slice(0, 100))}, which ${unknownField(name, known, 'a field of the response')}`;
