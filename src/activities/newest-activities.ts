import { countCapped, type View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { slicePage, type Count, type PageSlice } from '../core/http';
import { decodeCursor, type Position } from '../core/query/cursor';
import { readPicked, sharedRead, values, wantedFields, type Picked, type WantedFields } from '../core/records';
import { and, isSqlMoment, sql, type Sql } from '../core/sql';
import { activities } from './activities.records';
import type { ActivityQuery } from './activity.dto';

/** Of so many activities at most, all are read and sorted here: databases take longer to find the newest of each record. */
const FEW = 200;

/** The activities `r` of records, by their links `l`. */
const LINKED = sql`activity_link l JOIN activity r ON r.id = l.activityID`;
/** Those without any date come last. */
const TIME = sql`COALESCE(r.activityDate, r.dateCreated, '1000-01-01 00:00:00.000')`;
/** The record that an activity is read for, and its time. */
const SHOWN = [sql`l.recordID`, TIME];

/** A page of the activities of a record, newest first. First pages of the same kind are read together. */
export async function newestOf(view: View, owner: RecordType, id: number, query: ActivityQuery): Promise<PageSlice<Picked>> {
  const { limit, cursor, status, category } = query;
  const kind = ['activities', owner.name, limit, status, category, query.fields ?? ''].join();
  const wanted = wantedFields(view.types, activities, query);
  const readMany = (shared: View, ids: readonly number[]) => readPages(shared, owner, ids, query, wanted);
  const found = cursor === undefined ? await sharedRead(view, kind, id, readMany) : (await readMany(view, [id])).get(id);
  return found ?? { shown: [] };
}

/** How many activities a record has. @param most counts to this number */
export const countOf = (view: View, owner: RecordType, id: number, query: ActivityQuery, most: number): Promise<Count> =>
  countCapped(view.em, sql`FROM ${LINKED}${whereOf(owner, [id], query)}`, most);

/** By record. */
async function readPages(
  view: View,
  owner: RecordType,
  ids: readonly number[],
  query: ActivityQuery,
  wanted?: WantedFields,
): Promise<Map<number, PageSlice<Picked>>> {
  const { limit, cursor, status, category } = query;
  const criteriaOf = (id: number): unknown[] => [owner.name, id, status, category];
  const after =
    cursor === undefined ? sql`` : afterPosition(decodeCursor(cursor, criteriaOf(ids[0]!), [isSqlMoment, Number.isSafeInteger]));
  const those = sql`${whereOf(owner, ids, query)}${after}`;
  const found =
    (await readFew(view, those, Math.min(FEW, 2 * limit * ids.length), wanted)) ?? (await readNewest(view, those, ids, limit, wanted));
  const byRecord = new Map<number, Picked[]>(ids.map((id) => [id, []]));
  for (const each of found) byRecord.get(Number(each.cells[0]))?.push(each);
  for (const all of byRecord.values()) all.sort(newestFirst);
  return new Map([...byRecord].map(([id, all]) => [id, slicePage(all, limit, criteriaOf(id), positionOf)]));
}

/** All of them; undefined if there are more than `most`. */
async function readFew(view: View, those: Sql, most: number, wanted?: WantedFields): Promise<Picked[] | undefined> {
  const found = await readPicked(view, activities, { from: LINKED, rest: sql`${those} LIMIT ${most + 1}`, shown: SHOWN }, wanted);
  return found.length > most ? undefined : found;
}

/** The newest of each record, and one more than requested, to see whether there is a next page. */
function readNewest(view: View, those: Sql, ids: readonly number[], limit: number, wanted?: WantedFields): Promise<Picked[]> {
  const picked = ids.length === 1 ? newest(those, limit + 1) : newestOfEach(those, limit + 1);
  return readPicked(view, activities, { from: sql`(${picked}) l JOIN activity r ON r.id = l.id`, shown: SHOWN }, wanted);
}

/** Of one record, for which a window function would take a third longer. */
const newest = (those: Sql, most: number): Sql =>
  sql`SELECT r.id, l.recordID FROM ${LINKED}${those} ORDER BY ${TIME} DESC, r.id DESC LIMIT ${most}`;

function newestOfEach(those: Sql, most: number): Sql {
  const ranked = sql`SELECT r.id, l.recordID, ROW_NUMBER() OVER (PARTITION BY l.recordID ORDER BY ${TIME} DESC, r.id DESC) AS place FROM ${LINKED}${those}`;
  return sql`SELECT id, recordID FROM (${ranked}) ranked WHERE place <= ${most}`;
}

function whereOf(owner: RecordType, ids: readonly number[], { status, category }: ActivityQuery): Sql {
  const conditions = [...(status === 0 ? [] : [sql`r.statusID = ${status}`]), ...(category === 0 ? [] : [sql`r.category = ${category}`])];
  return sql` WHERE l.kind = ${owner.name} AND l.recordID IN (${values(ids)}) AND r.deleted = 0 AND ${and(conditions)}`;
}

const afterPosition = ([at = '', id = 0]: Position): Sql =>
  sql` AND (${TIME} < ${String(at)} OR (${TIME} = ${String(at)} AND r.id < ${Number(id)}))`;

function newestFirst(one: Picked, other: Picked): number {
  const [time, otherTime] = [timeOf(one), timeOf(other)];
  return time === otherTime ? other.body.id - one.body.id : time < otherTime ? 1 : -1;
}

const timeOf = ({ cells: [, time] }: Picked): string => String(time);

const positionOf = (each: Picked): Position => [timeOf(each), each.body.id];
