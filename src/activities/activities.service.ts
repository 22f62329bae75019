import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { countCapped, Transactions, type View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { type ExpectedVersion, type PageEnd } from '../core/http';
import { Conflict } from '../core/problems';
import { decodeCursor, encodeCursor, type Position } from '../core/query/cursor';
import { and, isSqlMoment, sql, type Sql } from '../core/sql';
import { readPicked, change, findBody, load, checkInScope, checkVisible, type Body } from '../core/records';
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

  /** The activities that belong to a record or are linked to it, newest first; also those of a deleted record. @throws NotFound */
  ofRecord(caller: Caller, owner: RecordType, id: number, query: ActivityQuery): Promise<{ responses: Body[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      await checkInScope(view, owner, id);
      const of = activitiesOf(owner, id, query);
      const { responses, cursor } = await page(view, of, query, [owner.name, id]);
      // a record with activities exists: check only without any
      if (responses.length === 0) await checkVisible(view, owner, id);
      const isWhole = cursor === undefined;
      const total = query.cursor === undefined ? (isWhole ? responses.length : await countCapped(view.em, of)) : undefined;
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

function activitiesOf(owner: RecordType, id: number, { status, category }: ActivityQuery): Sql {
  const conditions = [...(status === 0 ? [] : [sql`a.statusID = ${status}`]), ...(category === 0 ? [] : [sql`a.category = ${category}`])];
  return sql`FROM activity_link l JOIN activity a ON a.id = l.activityID WHERE l.kind = ${owner.name} AND l.recordID = ${id} AND a.deleted = 0 AND ${and(conditions)}`;
}

/** Reads one more than requested, to see whether there is a next page. */
async function page(
  view: View,
  of: Sql,
  { limit, cursor, status, category }: ActivityQuery,
  owner: unknown[],
): Promise<{ responses: Body[]; cursor?: string }> {
  const criteria = [...owner, status, category];
  const after = cursor === undefined ? sql`` : afterPosition(decodeCursor(cursor, criteria, [isSqlMoment, Number.isSafeInteger]));
  const picked = sql`SELECT a.id, ${ACTIVITY_TIME} AS position ${of}${after} ORDER BY position DESC, a.id DESC LIMIT ${limit + 1}`;
  const found = await readPicked(view, activities, picked, sql`p.position DESC, p.id DESC`);
  const onPage = found.slice(0, limit);
  const last = onPage.at(-1);
  const next = found.length > limit && last ? encodeCursor([last.position as string, last.body.id], criteria) : undefined;
  return { responses: onPage.map(({ body }) => body), cursor: next };
}

const afterPosition = ([at = '', id = 0]: Position): Sql =>
  sql` AND (${ACTIVITY_TIME} < ${String(at)} OR (${ACTIVITY_TIME} = ${String(at)} AND a.id < ${Number(id)}))`;
