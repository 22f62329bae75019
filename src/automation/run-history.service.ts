import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { decodeCursor, encodeCursor, NotFound, type PageEnd, type PageQuery } from '../http';
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

  /** The newest runs of an automation, the newest first. */
  list(caller: Caller, automationID: number, { limit }: PageQuery): Promise<RunDto[]> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, automations, automationID);
      const runs = await view.em.find(AutomationRun, { where: { automationID }, order: { id: 'DESC' }, take: limit });
      return runs.map(answer);
    });
  }

  /** The records of a run in the order in which it takes them. */
  records(caller: Caller, runID: number, { limit, cursor }: PageQuery): Promise<{ answers: RunRecordDto[]; end: PageEnd }> {
    return this.transactions.read(caller, async (view) => {
      const { automationId, taken } = await find(view, runID);
      const automation = (await view.em.findOneBy(Automation, { id: automationId })) ?? notFound(automations, automationId);
      const behind = cursor === undefined ? 0 : Number(decodeCursor(cursor, runID)[0]);
      const found = await view.em.find(AutomationRunRecord, { where: { runID, position: MoreThan(behind) }, order: { position: 'ASC' }, take: limit + 1 });
      const shown = found.slice(0, limit);
      const next = found.length > limit ? encodeCursor([shown.at(-1)?.position ?? 0], runID) : undefined;
      return { answers: shown.map((record) => recordAnswer(record, eventOf(automation.eventID)?.module ?? '')), end: { cursor: next, total: cursor === undefined ? taken : undefined } };
    });
  }
}

async function find({ em }: View, id: number): Promise<RunDto> {
  const run = await em.findOneBy(AutomationRun, { id });
  if (!run) throw new NotFound(`No run has the id ${id}.`);
  return answer(run);
}

function answer({ automationID, requestedByID: _, reason, queuedAt, startedAt, finishedAt, ...run }: AutomationRun): RunDto {
  const { id, ...rest } = run;
  return {
    id,
    automationId: automationID,
    ...rest,
    ...(reason ? { reason } : {}),
    queuedAt: queuedAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
  };
}

const recordAnswer = ({ recordID, outcome, reason, actions }: AutomationRunRecord, module: string): RunRecordDto => ({
  recordId: recordID,
  module,
  outcome,
  ...(reason ? { reason } : {}),
  actions: actions === null ? [] : (JSON.parse(actions) as RunActionDto[]),
});
