import { randomUUID } from 'node:crypto';
import { setImmediate as othersFirst, setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type Transaction, type View } from '../../core/database';
import { rows } from '../../core/database/rows';
import { sql, sqlMoment, type Sql } from '../../core/sql';
import { IS_ALONE } from '../../core/sql/dialect';
import { inSpan } from '../../core/tracing';
import { UnsubscribeLinks } from '../../deliveries';
import { Automation, AutomationRun } from '../automation.entity';
import { awaitApproval, endSuperseded, needsApproval } from './approval';
import { processChunk, type Progress } from './process-chunk';
import { endRun } from './end-run';
import { lease, release, share, type LeaseHolder } from './lease';
import { planRun } from './plan-run';
import { prepareRun, type RunContext } from './run-context';

/** Event runs have their own queue, so that they do not wait behind long runs. */
export const RUN_QUEUES = ['event', 'other'] as const;
export type RunQueue = (typeof RUN_QUEUES)[number];

/** How long those who help with the last records of a run are waited for before it is looked at again. */
const HELPERS_MS = 100;

/** Executes runs: plans which records they take, then processes them in chunks, each record once. */
@Injectable()
export class RunExecutor {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
    private readonly links: UnsubscribeLinks,
  ) {}

  /** Ids of queued runs and runs with an expired lease, oldest first. */
  async pending({ em, now }: View, queue: RunQueue): Promise<number[]> {
    const found = await rows(em, sql`SELECT id FROM automation_run WHERE ${isIn(queue)} AND ${isFree(now)} ORDER BY id LIMIT 100`);
    return found.map(([id]) => id as number);
  }

  /** Ids of runs that other workers are executing: they can be helped. */
  async shared({ em, now }: View, queue: RunQueue): Promise<number[]> {
    if (IS_ALONE) return [];
    const found = await rows(
      em,
      sql`SELECT id FROM automation_run WHERE ${isIn(queue)} AND status = 'running' AND startedAt IS NOT NULL AND leaseOwner IS NOT NULL AND leaseUntil >= ${sqlMoment(now)} ORDER BY id LIMIT 10`,
    );
    return found.map(([id]) => id as number);
  }

  /** Executes a run to its end, unless `mustStop` returns true or an error occurs: then it can be continued at once. */
  async execute(id: number, shouldStop: () => boolean): Promise<void> {
    const worker: LeaseHolder = { owner: randomUUID(), leaseSeconds: this.settings.runLeaseSeconds };
    let progress: Progress = 'more';
    let leasedAt = -Infinity;
    try {
      while (progress !== 'done' && !shouldStop()) {
        // in between, the row of the run is not written, so that others can help
        const isLeaseOld = performance.now() - leasedAt > (worker.leaseSeconds * 1000) / 3;
        if (isLeaseOld) leasedAt = performance.now();
        progress = await this.transactions.write(SYSTEM_CALLER, async (transaction) =>
          (await (isLeaseOld ? lease : share)(transaction, id, worker)) ? this.executeNext(transaction, id) : 'done',
        );
        if (progress === 'waits') await pause(HELPERS_MS);
        // the embedded database is synchronous: without a pause no request would be served until the run has ended
        else await othersFirst();
      }
    } finally {
      if (progress !== 'done') await this.transactions.write(SYSTEM_CALLER, (transaction) => release(transaction, id, worker));
    }
  }

  /** Works on records of a run that another worker executes, until it finds none that nobody is working on. */
  async help(id: number, shouldStop: () => boolean): Promise<void> {
    let progress: Progress = 'more';
    while (progress === 'more' && !shouldStop()) {
      progress = await this.transactions.write(SYSTEM_CALLER, async (transaction) =>
        (await share(transaction, id)) ? this.executeNext(transaction, id, true) : 'done',
      );
    }
  }

  async fail(id: number, reason: string): Promise<void> {
    await this.transactions.write(SYSTEM_CALLER, (transaction) => endRun(transaction, id, { status: 'failed', reason }));
  }

  /** Plans the run, or acts on its next records. */
  private async executeNext(transaction: Transaction, id: number, isHelper = false): Promise<Progress> {
    // read again under the lock: another worker may have planned it in the meantime
    const run = await transaction.em.findOneByOrFail(AutomationRun, { id });
    // as it is now: what was changed meanwhile holds from here on, and who pauses an automation stops it
    const work = await prepareRun(transaction, run, this.settings, this.links);
    if (!work) return 'done';
    const attributes = { 'automation.id': run.automationID, 'automation.run.id': id, 'automation.trigger': run.trigger };
    return inSpan({ name: 'automation run', traceparent: run.traceparent, attributes }, async (traceparent) => {
      const own = { ...transaction, caller: { ...work.caller, traceparent } };
      // one that is retried keeps its plan
      if (run.startedAt === null && (await start(own, work)) === 'planned') return 'more';
      if (needsApproval(run, work.automation, this.settings.approveAbove)) {
        await awaitApproval(own, run, work.automation);
        return 'done';
      }
      return processChunk(own, work, isHelper);
    });
  }
}

const isIn = (queue: RunQueue): Sql => (queue === 'event' ? sql`\`trigger\` = 'event'` : sql`\`trigger\` <> 'event'`);

const isFree = (now: Date): Sql =>
  sql`(status = 'queued' OR (status = 'running' AND (leaseUntil IS NULL OR leaseUntil < ${sqlMoment(now)})))`;

/** What has set an event run off has planned it too. */
async function start(transaction: Transaction, { run, automation, audience }: RunContext): Promise<'planned' | 'known'> {
  const { now, caller } = transaction;
  // without a request that has set it off, its first span begins the trace
  const traceparent = run.traceparent ?? caller.traceparent ?? null;
  await transaction.em.update(AutomationRun, { id: run.id }, { startedAt: now, automationVersion: automation.version, traceparent });
  await transaction.em.update(Automation, { id: automation.id }, { lastRunDateUtc: transaction.now });
  if (run.trigger === 'event') return 'known';
  await endSuperseded(transaction, run);
  await planRun(transaction, run, audience);
  return 'planned';
}
