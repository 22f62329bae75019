import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { PageEnd, PageQuery } from '../http';
import { readPage, type Body, type RecordSearch } from '../records';

/** A search sorted by creation date, newest first; ties by higher id first, records without a date last. */
export type NewestFirst = Pick<RecordSearch, 'extraConditions' | 'timeZone' | 'criteria'>;

/** A page of the records of a type, with `createdDate`, that a search finds. */
export const newestFirst = (
  view: View,
  type: RecordType,
  search: NewestFirst,
  page: PageQuery,
): Promise<{ responses: Body[]; end: PageEnd }> =>
  readPage(view, type, { ...search, order: [{ field: type.field('createdDate'), isAscending: false }], idsDescend: true }, page);
