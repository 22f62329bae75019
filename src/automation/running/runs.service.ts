import { randomUUID } from 'node:crypto';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { THE_SERVICE } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type Unit, type View } from '../../database';
import { rows } from '../../database/rows';
import { sql, sqlMoment, type Sql } from '../../query';
import { Automation, AutomationRun } from '../automation.entity';
import { chunk } from './chunk';
import { endRun } from './end-run';
import { lease, release, type Worker } from './lease';
import { planRun } from './plan';
import { workOf, type Work } from './work';

/** What happens is acted on beside the long runs, not behind them. */
export const LANES = ['event', 'other'] as const;
export type Lane = (typeof LANES)[number];

/** Carries out runs: plans whom they take, then acts on them chunk by chunk, each record once. */
@Injectable()
export class Runs {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** Runs that wait, or whose worker has not been heard of for too long, in the order of their queueing. */
  async waiting({ em, now }: View, lane: Lane): Promise<number[]> {
    const inLane = lane === 'event' ? sql`\`trigger\` = 'event'` : sql`\`trigger\` <> 'event'`;
    const found = await rows(em, sql`SELECT id FROM automation_run WHERE ${inLane} AND ${isFree(now)} ORDER BY id LIMIT 100`);
    return found.map(([id]) => id as number);
  }

  /** Brings a run to its end, unless `mustStop` says so before or something goes wrong: then it can be gone on with at once. */
  async goOn(id: number, mustStop: () => boolean): Promise<void> {
    const worker: Worker = { owner: randomUUID(), leaseSeconds: this.settings.runLeaseSeconds };
    let more = true;
    try {
      while (more && !mustStop()) {
        more = await this.transactions.write(THE_SERVICE, (unit) => this.next(unit, id, worker));
        // the embedded database answers at once: without a pause no request would be heard until the run has ended
        await othersFirst();
      }
    } finally {
      if (more) await this.transactions.write(THE_SERVICE, (unit) => release(unit, id, worker));
    }
  }

  async fail(id: number, reason: string): Promise<void> {
    await this.transactions.write(THE_SERVICE, (unit) => endRun(unit, id, { status: 'failed', reason }));
  }

  /** Plans the run, or acts on its next records. @returns whether there is more to do here */
  private async next(unit: Unit, id: number, worker: Worker): Promise<boolean> {
    if (!(await lease(unit, id, worker))) return false;
    // read behind the lock: as it was before, another may have planned it meanwhile
    const run = await unit.em.findOneByOrFail(AutomationRun, { id });
    // as it is now: what was changed meanwhile holds from here on, and who pauses an automation stops it
    const work = await workOf(unit, run, this.settings);
    if (!work) return false;
    const own = { ...unit, caller: work.caller };
    // one that is tried again keeps its plan
    if (run.startedAt === null && (await start(own, work)) === 'planned') return true;
    return chunk(own, work);
  }
}

const isFree = (now: Date): Sql =>
  sql`(status = 'queued' OR (status = 'running' AND (leaseUntil IS NULL OR leaseUntil < ${sqlMoment(now)})))`;

/** What has set an event run off has planned it too. */
async function start(unit: Unit, { run, automation, audience }: Work): Promise<'planned' | 'known'> {
  await unit.em.update(AutomationRun, { id: run.id }, { startedAt: unit.now, automationVersion: automation.version });
  await unit.em.update(Automation, { id: automation.id }, { lastRunDateUtc: unit.now });
  if (run.trigger === 'event') return 'known';
  await planRun(unit, run, audience);
  return 'planned';
}
