import { Injectable } from '@nestjs/common';
import { inAllDivisions, type Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { countLimitOf, Page, pages, type ExpectedVersion, type PageEnd } from '../core/http';
import { Conflict } from '../core/problems';
import { sql } from '../core/sql';
import {
  inRequestedOrder,
  readPage,
  change,
  findBody,
  load,
  checkInScope,
  checkVisible,
  type Body,
  type RecordSearch,
} from '../core/records';
import { ActivityStatus } from '../core/terms/numbers';
import { activities } from './activities.records';
import { completion } from './rules/activity.derived';
import type { ActivityQuery } from './activity.dto';
import type { Activity } from './activity.entity';
import { countOf, newestOf } from './newest-activities';

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
      const { shown, cursor } = await newestOf(view, owner, id, query);
      const responses = shown.map(({ body }) => body);
      // a record with activities exists: check only without any
      if (responses.length === 0) await checkVisible(view, owner, id);
      const isWhole = cursor === undefined;
      const most = countLimitOf(query);
      const counted = isWhole ? { counted: responses.length, most } : undefined;
      const total = query.cursor === undefined ? (counted ?? (await countOf(view, owner, id, query, most))) : undefined;
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
