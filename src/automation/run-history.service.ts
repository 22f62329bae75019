import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { beyond, countEntities, Transactions, type View } from '../core/database';
import { countLimitOf, directionOf, pages, slicePage, Page } from '../core/http';
import { NotFound } from '../core/problems';
import { load, checkVisible, notFound, visibleIds } from '../core/records';
import { Automation, AutomationRun, AutomationRunRecord } from './automation.entity';
import { automations } from './automation.records';
import { eventOf } from './catalogue/events';
import { requireOwnersDivisions } from './owner';
import type { ChosenRecords } from './running/chosen-records';
import { queueRun } from './running/queue-run';
import { RunWorker } from './running/run-worker.service';
import type { RunActionDto, RunDto, RunListQuery, RunRecordDto, RunRecordListQuery } from './runs.dto';

/** Queues runs of automations and reads their history. */
@Injectable()
export class RunHistory {
  constructor(
    private readonly transactions: Transactions,
    private readonly runner: RunWorker,
  ) {}

  /** Queues a run. @throws NotFound, Forbidden if it would act on more than the caller sees */
  run(caller: Caller, automationID: number, chosen?: ChosenRecords): Promise<RunDto> {
    return this.transactions.write(caller, async (transaction) => {
      await checkVisible(transaction, automations, automationID);
      const automation = await load<Automation>(transaction.em, automations, automationID);
      await requireOwnersDivisions(transaction, automation);
      const id = await queueRun(transaction, automation, 'manual', { chosen });
      transaction.afterCommit(() => this.runner.wake());
      return find(transaction, id);
    });
  }

  find(caller: Caller, runID: number): Promise<RunDto> {
    return this.transactions.read(caller, (view) => find(view, runID));
  }

  /** The runs of an automation, newest first if no other order is requested. */
  list(caller: Caller, automationID: number, query: RunListQuery): Promise<Page<RunDto>> {
    return pages(query, (page) => this.runsOf(caller, automationID, page));
  }

  /** The records of a run in processing order, without those that the caller does not see. */
  records(caller: Caller, runID: number, query: RunRecordListQuery): Promise<Page<RunRecordDto>> {
    return pages(query, (page) => this.recordsOf(caller, runID, page));
  }

  private runsOf(caller: Caller, automationID: number, { status, trigger, ...query }: RunListQuery): Promise<Page<RunDto>> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, automations, automationID);
      const { order, start, criteria } = directionOf(query, ['runs', automationID, status, trigger], 'DESC');
      const filter = { automationID, ...(status && { status }), ...(trigger && { trigger }) };
      const where = start === undefined ? filter : { ...filter, id: beyond(start, order) };
      const { shown, cursor } = slicePage(
        await view.em.find(AutomationRun, { where, order: { id: order }, take: query.limit + 1 }),
        query.limit,
        criteria,
        ({ id }) => [id],
      );
      const total = start === undefined ? await countEntities(view.em, AutomationRun, filter, countLimitOf(query)) : undefined;
      return new Page(shown.map(runResponse), { cursor, total });
    });
  }

  private recordsOf(caller: Caller, runID: number, { outcome, ...query }: RunRecordListQuery): Promise<Page<RunRecordDto>> {
    return this.transactions.read(caller, async (view) => {
      const { automationId } = await find(view, runID);
      const automation = (await view.em.findOneBy(Automation, { id: automationId })) ?? notFound(automations, automationId);
      const { order, start, criteria } = directionOf(query, ['records', runID, outcome], 'ASC');
      const filter = { runID, ...(outcome && { outcome }) };
      const where = start === undefined ? filter : { ...filter, position: beyond(start, order) };
      const { shown, cursor } = slicePage(
        await view.em.find(AutomationRunRecord, { where, order: { position: order }, take: query.limit + 1 }),
        query.limit,
        criteria,
        ({ position }) => [position],
      );
      const isCounted = start === undefined && view.caller.scope.divisions === 'all';
      const total = isCounted ? await countEntities(view.em, AutomationRunRecord, filter, countLimitOf(query)) : undefined;
      return new Page(
        (await visibleOf(view, automation, shown)).map((record) => runRecordResponse(record, eventOf(automation.eventID)?.module ?? '')),
        { cursor, total },
      );
    });
  }
}

/** Those of the records that the caller sees; of a limited caller, pages may be shorter for it. */
async function visibleOf(
  view: View,
  { eventID }: Automation,
  records: readonly AutomationRunRecord[],
): Promise<readonly AutomationRunRecord[]> {
  const type = eventOf(eventID)?.recordType;
  if (view.caller.scope.divisions === 'all' || type === undefined) return records;
  const ids = records.map(({ recordID }) => recordID);
  const seen = new Set(await visibleIds(view, view.types.named(type), ids, { includeDeleted: true }));
  return records.filter(({ recordID }) => seen.has(recordID));
}

async function find({ em }: View, id: number): Promise<RunDto> {
  const run = await em.findOneBy(AutomationRun, { id });
  if (!run) throw new NotFound(`Run ${id} not found.`);
  return runResponse(run);
}

/** A run as returned by the API. */
function runResponse({
  id,
  automationID,
  automationVersion,
  trigger,
  status,
  reason,
  matched,
  excluded,
  leftOut,
  taken,
  processed,
  skipped,
  failed,
  ...run
}: AutomationRun): RunDto {
  return {
    id,
    automationId: automationID,
    automationVersion,
    trigger,
    status,
    ...(reason ? { reason } : {}),
    ...{ matched, excluded, leftOut, taken, processed, skipped, failed },
    queuedAt: run.queuedAt.toISOString(),
    ...(run.startedAt ? { startedAt: run.startedAt.toISOString() } : {}),
    ...(run.finishedAt ? { finishedAt: run.finishedAt.toISOString() } : {}),
    ...(run.approvedAt ? { approvedByID: run.approvedByID!, approvedAt: run.approvedAt.toISOString() } : {}),
  };
}

/** A record of a run as returned by the API. */
export const runRecordResponse = (
  { recordID, outcome, reason, attempts, tryAt, actions }: AutomationRunRecord,
  module: string,
): RunRecordDto => ({
  recordId: recordID,
  module,
  outcome,
  ...(reason ? { reason } : {}),
  ...(attempts > 1 || tryAt ? { attempts } : {}),
  ...(tryAt ? { tryAgainAt: tryAt.toISOString() } : {}),
  actions: actions === null ? [] : (JSON.parse(actions) as RunActionDto[]),
});
