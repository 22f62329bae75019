import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { Conflict, decodeCursor, encodeCursor, type Expected, type PageEnd, type Position } from '../http';
import { and, isSqlMoment, sql, type Sql } from '../query';
import { answersOf, change, counted, findAnswer, load, mustBeInSight, mustSee, type Answer } from '../records';
import { ActivityStatus } from '../terms/numbers';
import { activities } from './activities.records';
import { completion } from './rules/activity.derived';
import type { ActivityQuery } from './activity.dto';
import type { Activity } from './activity.entity';

/** One without any date stands behind all others. */
const WHEN = sql`COALESCE(a.activityDate, a.dateCreated, '1000-01-01 00:00:00.000')`;

@Injectable()
export class ActivitiesService {
  constructor(private readonly transactions: Transactions) {}

  /** The activities of a record, as its own or linked to it, newest first. A deleted record's are still read. @throws NotFound */
  ofRecord(caller: Caller, owner: RecordType, id: number, query: ActivityQuery): Promise<{ answers: Answer[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      await mustBeInSight(view, owner, id);
      const of = belonging(owner, id, query);
      const { ids, cursor } = await page(view, of, query, [owner.name, id]);
      // whoever has activities is there
      if (ids.length === 0) await mustSee(view, owner, id);
      const total = query.cursor === undefined ? await counted(view.em, of, cursor === undefined ? ids.length : undefined) : undefined;
      return { answers: await answersOf(view, activities, ids), end: { cursor, total } };
    });
  }

  /** @throws NotFound, PreconditionFailed, Conflict for one that is over already or shows another record */
  complete(caller: Caller, id: number, expected?: Expected): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      await mustBeInSight(unit, activities, id);
      const activity = await load(unit.em, activities, id);
      refuseOver(activity);
      await change(unit, activities, id, completion(activity, unit.now), { expected });
      return findAnswer(unit, activities, id);
    });
  }
}

function refuseOver({ id, statusID, deleted }: Activity): void {
  const state = deleted
    ? 'deleted'
    : statusID === ActivityStatus.Completed
      ? 'completed already'
      : statusID === ActivityStatus.Cancelled
        ? 'cancelled'
        : undefined;
  if (state)
    throw new Conflict(
      `The activity ${id} is ${state}: an activity that is still to come or under way can be completed. A PUT can open it again.`,
    );
}

function belonging(owner: RecordType, id: number, { status, category }: ActivityQuery): Sql {
  const wanted = [...(status === 0 ? [] : [sql`a.statusID = ${status}`]), ...(category === 0 ? [] : [sql`a.category = ${category}`])];
  return sql`FROM activity_link l JOIN activity a ON a.id = l.activityID WHERE l.kind = ${owner.name} AND l.recordID = ${id} AND a.deleted = 0 AND ${and(wanted)}`;
}

/** One more is read than asked for: whether there is a next page. */
async function page(
  { em }: View,
  of: Sql,
  { limit, cursor, status, category }: ActivityQuery,
  owner: unknown[],
): Promise<{ ids: number[]; cursor?: string }> {
  const criteria = [...owner, status, category];
  const after = cursor === undefined ? sql`` : behind(decodeCursor(cursor, criteria, [isSqlMoment, Number.isSafeInteger]));
  const found = await rows(em, sql`SELECT a.id, ${WHEN} ${of}${after} ORDER BY ${WHEN} DESC, a.id DESC LIMIT ${limit + 1}`);
  const shown = found.slice(0, limit);
  const [id, at] = shown.at(-1) ?? [];
  const next = found.length > limit ? encodeCursor([at as string, id as number], criteria) : undefined;
  return { ids: shown.map(([each]) => each as number), cursor: next };
}

const behind = ([at = '', id = 0]: Position): Sql =>
  sql` AND (${WHEN} < ${String(at)} OR (${WHEN} = ${String(at)} AND a.id < ${Number(id)}))`;
