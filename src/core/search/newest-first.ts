import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { PageEnd } from '../http';
import { inRequestedOrder, readPage, type Body, type RecordSearch, type SearchPageQuery } from '../records';

/** A search sorted by creation date, newest first; ties by higher id first, records without a date last. */
export type NewestFirst = Pick<RecordSearch, 'extraConditions' | 'beginsElsewhere' | 'timeZone' | 'criteria'>;

/** A page of the records of a type, with `createdDate`, that a search finds, in this order if no other is requested. */
export const newestFirst = (
  view: View,
  type: RecordType,
  search: NewestFirst,
  page: SearchPageQuery,
): Promise<{ responses: Body[]; end: PageEnd }> =>
  readPage(view, type, inRequestedOrder(view.caller, type, { ...search, ...byDate(type) }, page), page);

const byDate = (type: RecordType): Pick<RecordSearch, 'order' | 'idsDescend'> => ({
  order: [{ field: type.field('createdDate'), isAscending: false }],
  idsDescend: true,
});
