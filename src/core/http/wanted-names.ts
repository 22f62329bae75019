import type { Type } from '@nestjs/common';
import { nearestName } from '../problems/near-names';
import { InvalidRequest } from '../problems/problem';
import { memberNamesOf } from './documentation';
import { pages } from './lines';
import type { PageQuery } from './paging';
import { QueryText } from './query-parameters';
import { Page } from './response';

/** The parameter `fields` of whatever returns records. */
export const QueryFields = (): PropertyDecorator =>
  QueryText({
    maxLength: 8000,
    description:
      'The fields of the response, names with commas between, such as id,title,clientName: names, figures, lists and custom fields ' +
      'included. Fields for which a scope is missing are left out, as they always are. By default all fields.',
  });

const MOST_ERRORS = 20;

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

function complaint(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known);
  return `${JSON.stringify(name.slice(0, 100))} must be a field of the response${meant ? `: perhaps ${meant}` : ''}`;
}

/** A list of what is no record: a page or all of it, with the wanted fields. @param shape the class of its items @throws InvalidRequest */
export async function listOf<T extends object, Q extends PageQuery & { readonly fields?: string }>(
  shape: Type<T>,
  query: Q,
  read: (query: Q) => Promise<Page<T>>,
): Promise<Page<Partial<T>>> {
  const { fields } = query;
  if (fields === undefined) return pages(query, read);
  const wanted = wantedNames(fields, new Map(memberNamesOf(shape).map((name) => [name.toLowerCase(), name])));
  return pages(query, async (page) => {
    const { responses, end } = await read(page);
    return new Page(
      responses.map((response) => pick(response, wanted)),
      end,
    );
  });
}

const pick = <T extends object>(response: T, wanted: ReadonlySet<string>): Partial<T> =>
  Object.fromEntries(Object.entries(response).filter(([name]) => wanted.has(name))) as Partial<T>;
