import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { THE_SERVICE, type Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type Unit, type View } from '../../database';
import { rows } from '../../database/rows';
import { sql } from '../../query';
import { stillTaken, type AudienceOf } from '../audience';
import { Automation, AutomationRun, AutomationRunRecord } from '../automation.entity';
import { checkDefinition } from '../definition/check-definition';
import type { CheckedDefinition } from '../definition/definition';
import { AutomationStatus } from '../../terms/numbers';
import { actOn } from './act';
import { audienceOfRun, planRun } from './plan';

/** Records in one unit of work: long ones would keep requests waiting. */
const CHUNK = 50;

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
    while (!mustStop()) {
      if (!(await this.transactions.write(work.caller, (unit) => chunk(unit, work)))) {
        await this.transactions.write(work.caller, (unit) => finish(unit, work));
        return;
      }
    }
  }

  async fail(id: number, reason: string): Promise<void> {
    await this.transactions.write(THE_SERVICE, ({ em, now }) => em.update(AutomationRun, { id, status: In(['queued', 'running']) }, { status: 'failed', reason, finishedAt: now }));
  }

  /** Plans a queued run, picks up one that was begun. @returns undefined when there is nothing left to do */
  private begin(id: number): Promise<Work | undefined> {
    return this.transactions.write(THE_SERVICE, async (unit) => {
      const run = await unit.em.findOneByOrFail(AutomationRun, { id });
      const automation = await unit.em.findOneByOrFail(Automation, { id: run.automationID });
      const definition = checkDefinition(automation, { now: unit.now, timeZone: this.settings.timeZone });
      const obstacle = obstacleTo(automation, definition);
      if (obstacle) return void (await unit.em.update(AutomationRun, { id, status: In(['queued', 'running']) }, { ...obstacle, finishedAt: unit.now }));
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

function obstacleTo(automation: Automation, { errors }: CheckedDefinition): Pick<AutomationRun, 'status' | 'reason'> | undefined {
  if (automation.deleted) return { status: 'skipped', reason: 'deleted' };
  if (automation.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return errors[0] ? { status: 'failed', reason: `${errors[0].pointer} ${errors[0].detail}`.slice(0, 1000) } : undefined;
}

/** Acts on the next records of the plan. @returns whether there were any */
async function chunk(unit: Unit, work: Work): Promise<boolean> {
  const planned = await unit.em.find(AutomationRunRecord, { where: { runID: work.run.id, outcome: 'planned' }, order: { position: 'ASC' }, take: CHUNK });
  const taken = await stillTaken(unit, work.audience, planned.map(({ recordID }) => recordID));
  for (const { recordID } of planned) {
    if (!(await claim(unit, work.run.id, recordID))) continue;
    const result = taken.has(recordID) ? await actOn(unit, work.definition, recordID) : { outcome: 'skipped', reason: 'no longer matches', actions: [] };
    const { outcome, reason = null, actions } = result;
    await unit.em.update(AutomationRunRecord, { runID: work.run.id, recordID }, { outcome, reason: reason?.slice(0, 1000) ?? null, actions: JSON.stringify(actions) });
  }
  return planned.length > 0;
}

/** Takes a record of the plan: of two workers, the second finds it taken once the first has committed. */
async function claim({ em, now }: Unit, runID: number, recordID: number): Promise<boolean> {
  const { affected } = await em.update(AutomationRunRecord, { runID, recordID, outcome: 'planned' }, { outcome: 'processed', finishedAt: now });
  return affected === 1;
}

async function finish({ em, now }: Unit, { run }: Work): Promise<void> {
  const found = await rows(em, sql`SELECT outcome, COUNT(*) FROM automation_run_record WHERE runID = ${run.id} GROUP BY outcome`);
  const counts = new Map(found.map(([outcome, count]) => [outcome, Number(count)]));
  const [processed, skipped, failed] = ['processed', 'skipped', 'failed'].map((outcome) => counts.get(outcome) ?? 0);
  await em.update(AutomationRun, { id: run.id, status: 'running' }, { status: 'completed', finishedAt: now, processed, skipped, failed });
}
