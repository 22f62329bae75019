import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { THE_SERVICE, type Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type Unit, type View } from '../../database';
import { rows } from '../../database/rows';
import { sql } from '../../query';
import { isStillTaken, type AudienceOf } from '../audience';
import { Automation, AutomationRun, AutomationRunRecord } from '../automation.entity';
import { checkDefinition } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { AutomationStatus } from '../../terms/numbers';
import { actOn, type RecordResult } from './act';
import { endRun, type End } from './end-run';
import { audienceOfRun, planRun } from './plan';

/** Records in one unit of work: long ones would keep requests waiting. */
const CHUNK = 20;

/** What a run needs at every step. */
interface Work {
  readonly run: AutomationRun;
  readonly automation: Automation;
  readonly definition: CheckedDefinition;
  readonly audience: AudienceOf;
  /** Whose rights and name the run has. */
  readonly caller: Caller;
}

/** Carries out runs: plans whom they take, then acts on them chunk by chunk, each record once. */
@Injectable()
export class Runs {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** Runs that wait or were interrupted, in the order of their queueing. */
  async waiting({ em }: View): Promise<number[]> {
    const found = await rows(em, sql`SELECT id FROM automation_run WHERE status IN ('queued', 'running') ORDER BY id LIMIT 100`);
    return found.map(([id]) => id as number);
  }

  /** Brings a run to its end, unless `mustStop` says so before. */
  async goOn(id: number, mustStop: () => boolean): Promise<void> {
    const work = await this.begin(id);
    if (!work) return;
    // the embedded database answers at once: without a pause no request would be heard until the run has ended
    while (!mustStop() && (await this.transactions.write(work.caller, (unit) => chunk(unit, work)))) await othersFirst();
  }

  async fail(id: number, reason: string): Promise<void> {
    await this.transactions.write(THE_SERVICE, (unit) => endRun(unit, id, { status: 'failed', reason }));
  }

  /** Plans a queued run, picks up one that was begun. @returns undefined when there is nothing left to do */
  private begin(id: number): Promise<Work | undefined> {
    return this.transactions.write(THE_SERVICE, async (unit) => {
      const run = await unit.em.findOneBy(AutomationRun, { id, status: In(['queued', 'running']) });
      // another worker has ended it meanwhile
      if (!run) return undefined;
      const automation = await unit.em.findOneByOrFail(Automation, { id: run.automationID });
      const definition = checkDefinition(automation, { now: unit.now, timeZone: this.settings.timeZone });
      const obstacle = obstacleTo(automation, definition);
      if (obstacle) return void (await endRun(unit, id, obstacle));
      const caller: Caller = { userID: automation.userId ?? THE_SERVICE.userID, name: automation.name ?? '', scope: THE_SERVICE.scope };
      const work: Work = { run, automation, definition, caller, audience: audienceOfRun(automation, definition, this.settings.timeZone) };
      // who sets it running plans it; whoever comes later finds the plan
      const { affected } = await unit.em.update(AutomationRun, { id, status: 'queued' }, { status: 'running', startedAt: unit.now });
      if (affected) await planRun({ ...unit, caller }, run, work.audience);
      if (affected) await unit.em.update(Automation, { id: automation.id }, { lastRunDateUtc: unit.now });
      return work;
    });
  }
}

function obstacleTo(automation: Automation, { errors }: CheckedDefinition): End | undefined {
  if (automation.deleted) return { status: 'skipped', reason: 'deleted' };
  if (automation.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return errors[0] ? { status: 'failed', reason: `${errors[0].pointer} ${errors[0].detail}` } : undefined;
}

/** Acts on the next records of the plan, and ends the run with the last of them. @returns whether there are more */
async function chunk(unit: Unit, work: Work): Promise<boolean> {
  const planned = await unit.em.find(AutomationRunRecord, { where: { runID: work.run.id, outcome: 'planned' }, order: { position: 'ASC' }, take: CHUNK });
  for (const { recordID } of planned) {
    if (!(await claim(unit, work.run.id, recordID))) continue;
    const { outcome, reason = null, actions } = await inTurn(unit, work, recordID);
    await unit.em.update(AutomationRunRecord, { runID: work.run.id, recordID }, { outcome, reason: reason?.slice(0, 1000) ?? null, actions: JSON.stringify(actions) });
  }
  const isLast = planned.length < CHUNK;
  if (isLast) await endRun(unit, work.run.id, { status: 'completed' });
  return !isLast;
}

/** What was done since the plan was made, by this very run perhaps, may have changed whether the record is meant. */
async function inTurn(unit: Unit, { audience, definition }: Work, recordID: number): Promise<RecordResult> {
  const isMeant = await isStillTaken(unit, audience, recordID);
  return isMeant ? actOn(unit, definition, recordID) : { outcome: 'skipped', reason: 'no longer matches', actions: [] };
}

/** Takes a record of the plan: of two workers, the second finds it taken once the first has committed. */
async function claim({ em, now }: Unit, runID: number, recordID: number): Promise<boolean> {
  const { affected } = await em.update(AutomationRunRecord, { runID, recordID, outcome: 'planned' }, { outcome: 'processed', finishedAt: now });
  return affected === 1;
}
