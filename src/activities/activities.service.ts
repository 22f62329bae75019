import { Injectable } from '@nestjs/common';
import { inAllDivisions, type Caller } from '../core/callers';
import { countCapped, Transactions, type View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { countLimitOf, Page, pages, slicePage, type ExpectedVersion, type PageEnd, type PageSlice } from '../core/http';
import { Conflict } from '../core/problems';
import { decodeCursor, type Position } from '../core/query/cursor';
import { and, isSqlMoment, sql, type Sql } from '../core/sql';
import {
  inRequestedOrder,
  readPage,
  readPicked,
  sharedRead,
  values,
  wantedFields,
  change,
  findBody,
  load,
  checkInScope,
  checkVisible,
  type Body,
  type Picked,
  type RecordSearch,
  type WantedFields,
} from '../core/records';
import { ActivityStatus } from '../core/terms/numbers';
import { activities } from './activities.records';
import { completion } from './rules/activity.derived';
import type { ActivityQuery } from './activity.dto';
import type { Activity } from './activity.entity';

/** Activities without any date come last. */
const ACTIVITY_TIME = sql`COALESCE(a.activityDate, a.dateCreated, '1000-01-01 00:00:00.000')`;

@Injectable()
export class ActivitiesService {
  constructor(private readonly transactions: Transactions) {}

  /**
   * The activities that belong to a record or are linked to it, newest first if no other order is requested; also those of a deleted
   * record. @throws NotFound, InvalidRequest, MissingScope
   */
  ofRecord(caller: Caller, owner: RecordType, id: number, query: ActivityQuery): Promise<Page<Body>> {
    return pages(query, async (page) => Page.of(await this.pageOfRecord(caller, owner, id, page)));
  }

  private pageOfRecord(caller: Caller, owner: RecordType, id: number, query: ActivityQuery): Promise<{ responses: Body[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      await checkInScope(view, owner, id);
      if (query.orderBy !== undefined) return inOrder(view, owner, id, query);
      const { shown, cursor } = await pageOf(view, owner, id, query);
      const responses = shown.map(({ body }) => body);
      // a record with activities exists: check only without any
      if (responses.length === 0) await checkVisible(view, owner, id);
      const isWhole = cursor === undefined;
      const most = countLimitOf(query);
      const counted = isWhole ? { counted: responses.length, most } : undefined;
      const total =
        query.cursor === undefined ? (counted ?? (await countCapped(view.em, activitiesOf(owner, [id], query), most))) : undefined;
      return { responses, end: { cursor, total } };
    });
  }

  /** @throws NotFound, PreconditionFailed, Conflict for an activity that is finished or mirrors another record */
  complete(caller: Caller, id: number, expected?: ExpectedVersion): Promise<Body> {
    return this.transactions.write(caller, async (transaction) => {
      await checkInScope(transaction, activities, id);
      const activity = await load(transaction.em, activities, id);
      refuseFinished(activity);
      await change(transaction, activities, id, completion(activity, transaction.now), { expected });
      return findBody(transaction, activities, id);
    });
  }
}

/** Who sees the record sees its activities. */
async function inOrder(view: View, owner: RecordType, id: number, query: ActivityQuery): Promise<{ responses: Body[]; end: PageEnd }> {
  const { status, category } = query;
  const linked = sql`SELECT l.activityID FROM activity_link l WHERE l.kind = ${owner.name} AND l.recordID = ${id}`;
  const those: RecordSearch = {
    extraConditions: (activity) => [
      sql`${activity.column('id')} IN (${linked})`,
      ...(status === 0 ? [] : [sql`${activity.column('statusID')} = ${status}`]),
      ...(category === 0 ? [] : [sql`${activity.column('category')} = ${category}`]),
    ],
    timeZone: 'UTC',
    criteria: [owner.name, id, status, category],
  };
  const page = await readPage(inAllDivisions(view), activities, inRequestedOrder(view.caller, activities, those, query), query);
  if (page.responses.length === 0) await checkVisible(view, owner, id);
  return page;
}

function refuseFinished({ id, statusID, deleted }: Activity): void {
  const state = deleted
    ? 'deleted'
    : statusID === ActivityStatus.Completed
      ? 'already completed'
      : statusID === ActivityStatus.Cancelled
        ? 'cancelled'
        : undefined;
  if (state) throw new Conflict(`Activity ${id} is ${state}: only open activities can be completed. Reopen it with a PUT.`);
}

function activitiesOf(owner: RecordType, ids: readonly number[], { status, category }: ActivityQuery): Sql {
  const conditions = [...(status === 0 ? [] : [sql`a.statusID = ${status}`]), ...(category === 0 ? [] : [sql`a.category = ${category}`])];
  return sql`FROM activity_link l JOIN activity a ON a.id = l.activityID WHERE l.kind = ${owner.name} AND l.recordID IN (${values(ids)}) AND a.deleted = 0 AND ${and(conditions)}`;
}

/** First pages of the same kind are read together. */
async function pageOf(view: View, owner: RecordType, id: number, query: ActivityQuery): Promise<PageSlice<Picked>> {
  const { limit, cursor, status, category } = query;
  const kind = ['activities', owner.name, limit, status, category, query.fields ?? ''].join();
  const wanted = wantedFields(view.types, activities, query);
  const readMany = (shared: View, ids: readonly number[]) => readPages(shared, owner, ids, query, wanted);
  const found = cursor === undefined ? await sharedRead(view, kind, id, readMany) : (await readMany(view, [id])).get(id);
  return found ?? { shown: [] };
}

/** By record. Reads one more than requested, to see whether there is a next page. */
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
  const those = sql`${activitiesOf(owner, ids, query)}${after}`;
  const picked = ids.length === 1 ? newest(those, limit + 1) : newestOfEach(those, limit + 1);
  const found = await readPicked(view, activities, { picked, shown: ['recordID', 'position'] }, wanted);
  const byRecord = new Map<number, Picked[]>(ids.map((id) => [id, []]));
  for (const each of found) byRecord.get(Number(each.cells[0]))?.push(each);
  for (const all of byRecord.values()) all.sort(newestFirst);
  return new Map([...byRecord].map(([id, all]) => [id, slicePage(all, limit, criteriaOf(id), positionOf)]));
}

/** Of one record, for which a window function would take a third longer. */
const newest = (those: Sql, most: number): Sql =>
  sql`SELECT a.id, l.recordID, ${ACTIVITY_TIME} AS position ${those} ORDER BY position DESC, a.id DESC LIMIT ${most}`;

function newestOfEach(those: Sql, most: number): Sql {
  const ranked = sql`SELECT a.id, l.recordID, ${ACTIVITY_TIME} AS position, ROW_NUMBER() OVER (PARTITION BY l.recordID ORDER BY ${ACTIVITY_TIME} DESC, a.id DESC) AS place ${those}`;
  return sql`SELECT id, recordID, position FROM (${ranked}) ranked WHERE place <= ${most}`;
}

function newestFirst(one: Picked, other: Picked): number {
  const [time, otherTime] = [timeOf(one), timeOf(other)];
  return time === otherTime ? other.body.id - one.body.id : time < otherTime ? 1 : -1;
}

const timeOf = ({ cells: [, position] }: Picked): string => String(position);

const positionOf = (each: Picked): Position => [timeOf(each), each.body.id];

const afterPosition = ([at = '', id = 0]: Position): Sql =>
  sql` AND (${ACTIVITY_TIME} < ${String(at)} OR (${ACTIVITY_TIME} = ${String(at)} AND a.id < ${Number(id)}))`;
