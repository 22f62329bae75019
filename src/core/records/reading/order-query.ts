import type { Caller } from '../../callers';
import type { RecordType } from '../../fields/record-type';
import { QueryText } from '../../http';
import type { RecordSearch } from './page';
import { parseRequestedOrder } from './parse-request';
import { TimeZonePageQuery } from './time-zone';

/** The parameter `orderBy` of a list of records. @param otherwise the order without it */
export const QueryOrder = (otherwise: string): PropertyDecorator =>
  QueryText({
    maxLength: 300,
    example: '-id',
    description:
      `Up to three fields of the response by which the records are sorted, such as surname,-createdDate: commas between, a minus before ` +
      `those that descend. All fields that filters can use; where the catalogue says indexed, any number of records is sorted quickly. ` +
      `Text is sorted ignoring case and accents, unset values come last, ties are sorted by id. By default ${otherwise}.`,
  });

/** Query parameters of a search with a fixed filter. */
export class SearchPageQuery extends TimeZonePageQuery {
  @QueryOrder('newest created first')
  readonly orderBy?: string;
}

/** A search in the requested order, if there is one. @throws InvalidRequest, MissingScope */
export function inRequestedOrder(
  caller: Caller,
  type: RecordType,
  search: RecordSearch,
  { orderBy }: { readonly orderBy?: string },
): RecordSearch {
  const order = parseRequestedOrder(caller, type, orderBy);
  if (order === undefined) return search;
  const named = order.map(({ field, isAscending }) => [field.name, isAscending]);
  return { ...search, order, idsDescend: false, criteria: [search.criteria, { order: named }] };
}
