import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { cutPage, NotFound, startOf, type PageEnd, type PageQuery } from '../http';
import { load, mustSee, notFound } from '../records';
import { Automation, AutomationRun, AutomationRunRecord } from './automation.entity';
import { automations } from './automation.records';
import { eventOf } from './catalogue/events';
import { queueRun } from './running/queue';
import { Runner } from './running/runner.service';
import type { RunActionDto, RunDto, RunRecordDto } from './runs.dto';

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
  list(caller: Caller, automationID: number, query: PageQuery): Promise<{ answers: RunDto[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, automations, automationID);
      const list = `runs of ${automationID}`;
      const start = startOf(query, list);
      const where = { automationID, ...(start === undefined ? {} : { id: LessThan(start) }) };
      const { shown, cursor } = cutPage(await view.em.find(AutomationRun, { where, order: { id: 'DESC' }, take: query.limit + 1 }), query.limit, list, ({ id }) => [id]);
      const total = start === undefined ? await view.em.countBy(AutomationRun, { automationID }) : undefined;
      return { answers: shown.map(answer), end: { cursor, total } };
    });
  }

  /** The records of a run in the order in which it takes them. */
  records(caller: Caller, runID: number, query: PageQuery): Promise<{ answers: RunRecordDto[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      const { automationId, taken } = await find(view, runID);
      const automation = (await view.em.findOneBy(Automation, { id: automationId })) ?? notFound(automations, automationId);
      const list = `records of ${runID}`;
      const start = startOf(query, list);
      const found = await view.em.find(AutomationRunRecord, { where: { runID, position: MoreThan(start ?? 0) }, order: { position: 'ASC' }, take: query.limit + 1 });
      const { shown, cursor } = cutPage(found, query.limit, list, ({ position }) => [position]);
      return { answers: shown.map((record) => recordAnswer(record, eventOf(automation.eventID)?.module ?? '')), end: { cursor, total: start === undefined ? taken : undefined } };
    });
  }
}

async function find({ em }: View, id: number): Promise<RunDto> {
  const run = await em.findOneBy(AutomationRun, { id });
  if (!run) throw new NotFound(`No run has the id ${id}.`);
  return answer(run);
}

function answer({ id, automationID, automationVersion, trigger, status, reason, matched, excluded, leftOut, taken, processed, skipped, failed, ...run }: AutomationRun): RunDto {
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

const recordAnswer = ({ recordID, outcome, reason, actions }: AutomationRunRecord, module: string): RunRecordDto => ({
  recordId: recordID,
  module,
  outcome,
  ...(reason ? { reason } : {}),
  actions: actions === null ? [] : (JSON.parse(actions) as RunActionDto[]),
});
