import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../../callers';
import { Transactions } from '../../database';
import { IS_ALONE } from '../../database/dialect';
import { TooSlow, Unavailable } from '../../http';
import { releaseAll } from './lease';
import { LANES, Runs, type Lane } from './runs.service';

/** So often it is looked for runs that another process has queued or left. */
const LOOK = 2000;

/**
 * Works off the queue in the background, in each lane one run after the other. What is queued or was interrupted when a
 * process ended is gone on with by the next that looks.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Runner.name);
  private readonly working = new Map<Lane, Promise<void>>();
  private readonly awake = new Set<Lane>();
  private timer: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: Runs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (IS_ALONE) await this.transactions.write(THE_SERVICE, releaseAll);
    this.timer = setInterval(() => this.wake(), LOOK).unref();
    this.wake();
  }

  /** The runs under way stop at the next chunk; their plans remain. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    clearInterval(this.timer);
    await Promise.all(this.working.values());
  }

  /** There may be work, in one of the lanes or in all. Returns at once. */
  wake(lanes: readonly Lane[] = LANES): void {
    for (const lane of lanes) {
      this.awake.add(lane);
      if (!this.working.has(lane)) this.working.set(lane, this.work(lane));
    }
  }

  private async work(lane: Lane): Promise<void> {
    while (this.awake.has(lane) && !this.closing) await this.workOff(lane);
    // in the same moment as the last look: whoever wakes it later finds it asleep
    this.working.delete(lane);
  }

  private async workOff(lane: Lane): Promise<void> {
    this.awake.delete(lane);
    try {
      for (const id of await this.transactions.read(THE_SERVICE, (view) => this.runs.waiting(view, lane))) {
        if (this.closing) return;
        await this.runs.goOn(id, () => this.closing).catch((error: unknown) => this.giveUp(id, error));
        this.awake.add(lane);
      }
    } catch (error) {
      this.log.error(error);
      await pause(1000, undefined, { ref: false });
      this.awake.add(lane);
    }
  }

  /** A run that cannot be carried out fails; where the database is away, it waits. */
  private async giveUp(id: number, error: unknown): Promise<void> {
    if (error instanceof Unavailable && !(error instanceof TooSlow)) throw error;
    this.log.error(error);
    await this.runs.fail(id, error instanceof TooSlow ? error.message : 'an error of the service; see its log');
  }
}
