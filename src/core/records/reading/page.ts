import { countCapped } from '../../database';
import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { countLimitOf, slicePage, type Count, type PageEnd, type PageQuery } from '../../http';
import { decodeCursor, type Position } from '../../query/cursor';
import { firstRows, isPositionValue, selectRepeating, type SelectOptions } from '../../query';
import { sql } from '../../sql';
import { DAY_MS } from '../../time/moments';
import { amongRelated, firstInOrder } from './in-order';
import { readBodies, type Body } from './response-text';
import { inTurn } from './search-turns';
import { wantedFields } from './wanted-fields';

/** The filter and order of a list or a search. */
export interface RecordSearch extends Pick<
  SelectOptions,
  'where' | 'extraConditions' | 'order' | 'idsDescend' | 'timeZone' | 'beginsElsewhere'
> {
  /** Everything that determines the records and their order: a cursor is only valid for the same criteria. */
  readonly criteria: unknown;
}

/** The ids on a page, and where it ends. */
interface FoundPage {
  /** As of the time of the first page. */
  readonly view: View;
  readonly ids: readonly number[];
  readonly end: PageEnd;
}

/**
 * A page of records, starting after the position where the previous one ended: a client that reads all pages sees each
 * unchanged record exactly once, whatever others do meanwhile. `now` is that of the first page, which also has the total.
 * @throws InvalidRequest
 */
export async function readPage(
  view: View,
  type: RecordType,
  search: RecordSearch,
  page: PageQuery & { readonly fields?: string },
): Promise<{ responses: Body[]; end: PageEnd }> {
  const wanted = wantedFields(view.types, type, page);
  const found = await findPage(view, type, search, page);
  return { responses: await readBodies(found.view, type, found.ids, wanted), end: found.end };
}

/** The same, for a response that is not that of the records. */
export async function findPage(view: View, type: RecordType, search: RecordSearch, page: PageQuery): Promise<FoundPage> {
  const { now, ...found } = await inTurn(view, (searched) => find(searched, type, search, page));
  return { ...found, view: { ...view, now } };
}

async function find(
  view: View,
  type: RecordType,
  { criteria: sent, ...search }: RecordSearch,
  page: PageQuery,
): Promise<Omit<FoundPage, 'view'> & { now: Date }> {
  const { limit, cursor } = page;
  const criteria = [type.name, search.timeZone, sent];
  const kinds = [
    isPresent(view.now),
    ...(search.order ?? []).map(
      ({ field }) =>
        (value: unknown) =>
          isPositionValue(field, value),
    ),
    Number.isSafeInteger,
  ];
  const [now = view.now.getTime(), ...position] = cursor === undefined ? [] : decodeCursor(cursor, criteria, kinds);
  const first = { ...view, now: new Date(Number(now)) };
  const all = { ...search, types: view.types, scope: view.caller.scope, now: first.now };
  const options = await amongRelated(view.em, type, all, limit);
  const most = cursor === undefined ? countLimitOf(page) : undefined;
  const after = cursor === undefined ? undefined : position;
  const read = await firstInOrder(view, type, { ...options, after }, limit + 1, most);
  const cut = slicePage(read.rows, limit, criteria, (row) => [first.now.getTime(), ...(row as Position)]);
  const ids = cut.shown.map((row) => row.at(-1) as number);
  const counted = cut.cursor === undefined ? ids.length : read.counted;
  const total = most === undefined ? undefined : await count(view, type, options, most, counted);
  return { now: first.now, ids, end: { cursor: cut.cursor, total } };
}

/** Can it be the time of a first page that was read before this one? The clocks of two processes may differ. */
const isPresent =
  (now: Date) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= now.getTime() + DAY_MS;

/** @param known how many there are at least, if that is more than are counted, or all that there are */
async function count({ em }: View, type: RecordType, options: SelectOptions, most: number, known?: number): Promise<Count> {
  if (known !== undefined) return { counted: Math.min(known, most + 1), most };
  return countCapped(em, sql`FROM (${firstRows(selectRepeating(type, { ...options, firstKey: 'any', order: [] }), most + 1)}) found`, most);
}
