import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { cutPage, NotFound, Page, startOf } from '../http';
import { load, mustSee, notFound } from '../records';
import { Automation, AutomationRun, AutomationRunRecord } from './automation.entity';
import { automations } from './automation.records';
import { eventOf } from './catalogue/events';
import { queueRun } from './running/queue';
import { Runner } from './running/runner.service';
import type { RunActionDto, RunDto, RunListQuery, RunRecordDto, RunRecordListQuery } from './runs.dto';

/** The runs of automations: asked for, looked at. */
@Injectable()
export class RunHistory {
  constructor(
    private readonly transactions: Transactions,
    private readonly runner: Runner,
  ) {}

  /** Queues a run at once. @throws NotFound */
  run(caller: Caller, automationID: number): Promise<RunDto> {
    return this.transactions.write(caller, async (unit) => {
      await mustSee(unit, automations, automationID);
      const id = await queueRun(unit, await load(unit.em, automations, automationID), 'manual');
      unit.afterCommit(() => this.runner.wake());
      return find(unit, id);
    });
  }

  find(caller: Caller, runID: number): Promise<RunDto> {
    return this.transactions.read(caller, (view) => find(view, runID));
  }

  /** The runs of an automation, the newest first. */
  list(caller: Caller, automationID: number, { status, trigger, ...query }: RunListQuery): Promise<Page<RunDto>> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, automations, automationID);
      const list = ['runs', automationID, status, trigger];
      const start = startOf(query, list);
      const chosen = { automationID, ...(status && { status }), ...(trigger && { trigger }) };
      const where = start === undefined ? chosen : { ...chosen, id: LessThan(start) };
      const { shown, cursor } = cutPage(
        await view.em.find(AutomationRun, { where, order: { id: 'DESC' }, take: query.limit + 1 }),
        query.limit,
        list,
        ({ id }) => [id],
      );
      const total = start === undefined ? await view.em.countBy(AutomationRun, chosen) : undefined;
      return new Page(shown.map(runAnswer), { cursor, total });
    });
  }

  /** The records of a run in the order in which it takes them. */
  records(caller: Caller, runID: number, { outcome, ...query }: RunRecordListQuery): Promise<Page<RunRecordDto>> {
    return this.transactions.read(caller, async (view) => {
      const { automationId } = await find(view, runID);
      const automation = (await view.em.findOneBy(Automation, { id: automationId })) ?? notFound(automations, automationId);
      const list = ['records', runID, outcome];
      const start = startOf(query, list);
      const chosen = { runID, ...(outcome && { outcome }) };
      const where = { ...chosen, position: MoreThan(start ?? 0) };
      const { shown, cursor } = cutPage(
        await view.em.find(AutomationRunRecord, { where, order: { position: 'ASC' }, take: query.limit + 1 }),
        query.limit,
        list,
        ({ position }) => [position],
      );
      const total = start === undefined ? await view.em.countBy(AutomationRunRecord, chosen) : undefined;
      return new Page(
        shown.map((record) => recordAnswer(record, eventOf(automation.eventID)?.module ?? '')),
        { cursor, total },
      );
    });
  }
}

async function find({ em }: View, id: number): Promise<RunDto> {
  const run = await em.findOneBy(AutomationRun, { id });
  if (!run) throw new NotFound(`No run has the id ${id}.`);
  return runAnswer(run);
}

/** A run as it is answered. */
export function runAnswer({
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
  };
}

/** A record of a run as it is answered. */
export const recordAnswer = (
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
