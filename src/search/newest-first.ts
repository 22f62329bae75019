import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { PageEnd, PageQuery } from '../http';
import { pageOf, type Answer, type Sought } from '../records';

/** A search whose answers come newest created first, the higher id first of those created at once, those without a date last. */
export type NewestFirst = Pick<Sought, 'also' | 'timeZone' | 'criteria'>;

/** A page of the records of a type, with `createdDate`, that a search finds. */
export const newestFirst = (
  view: View,
  type: RecordType,
  search: NewestFirst,
  page: PageQuery,
): Promise<{ answers: Answer[]; end: PageEnd }> =>
  pageOf(view, type, { ...search, order: [{ field: type.field('createdDate'), isAscending: false }], idsDescend: true }, page);
