import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions } from '../../core/database';
import { IS_ALONE } from '../../core/sql/dialect';
import { QueryTimeout, Unavailable } from '../../core/problems';
import { releaseAll } from './lease';
import { RUN_QUEUES, RunExecutor, type RunQueue } from './run-executor.service';

/** Polling interval for runs that another process queued or abandoned. */
const POLL_INTERVAL_MS = 2000;

/**
 * Processes queued runs in the background, one at a time per queue, and helps other processes with theirs. Runs that were queued or
 * interrupted when a process ended are resumed by the next process that polls.
 */
@Injectable()
export class RunWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(RunWorker.name);
  private readonly working = new Map<RunQueue, Promise<void>>();
  private readonly awake = new Set<RunQueue>();
  private timer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: RunExecutor,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.roles.includes('worker')) return;
    if (IS_ALONE) await this.transactions.write(SYSTEM_CALLER, releaseAll);
    this.timer = setInterval(() => this.wake(), POLL_INTERVAL_MS).unref();
    this.wake();
  }

  /** The runs under way stop at the next chunk; their plans remain. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    clearInterval(this.timer);
    await Promise.all(this.working.values());
  }

  /** Signals that there may be work in these queues. Does not wait. The workers among several processes look for themselves. */
  wake(queues: readonly RunQueue[] = RUN_QUEUES): void {
    if (!this.settings.roles.includes('worker')) return;
    for (const queue of queues) {
      this.awake.add(queue);
      if (!this.working.has(queue)) this.working.set(queue, this.processQueue(queue));
    }
  }

  private async processQueue(queue: RunQueue): Promise<void> {
    while (this.awake.has(queue) && !this.closing) await this.processPending(queue);
    // no await between the last check and this line, so a later wake-up is never lost
    this.working.delete(queue);
  }

  private async processPending(queue: RunQueue): Promise<void> {
    this.awake.delete(queue);
    try {
      const pending = await this.transactions.read(SYSTEM_CALLER, (view) => this.runs.pending(view, queue));
      if (pending.length === 0) await this.helpOthers(queue);
      for (const id of pending) {
        if (this.closing) return;
        await this.runs.execute(id, () => this.closing).catch((error: unknown) => this.failRun(id, error));
        this.awake.add(queue);
      }
    } catch (error) {
      this.log.error(error);
      await pauseAfterError();
      this.awake.add(queue);
    }
  }

  /** Until there may be a run of its own. */
  private async helpOthers(queue: RunQueue): Promise<void> {
    for (const id of await this.transactions.read(SYSTEM_CALLER, (view) => this.runs.shared(view, queue)))
      await this.runs.help(id, () => this.closing || this.awake.has(queue));
  }

  /** Fails a run that cannot be executed; if the database is unavailable, it waits instead, and those after it have their turn. */
  private async failRun(id: number, error: unknown): Promise<void> {
    this.log.error(error);
    if (error instanceof Unavailable && !(error instanceof QueryTimeout)) return pauseAfterError();
    await this.runs.fail(id, error instanceof QueryTimeout ? error.message : 'internal error; see the service log');
  }
}

const pauseAfterError = (): Promise<void> => pause(1000, undefined, { ref: false });
