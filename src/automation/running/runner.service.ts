import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../../callers';
import { Transactions } from '../../database';
import { TooSlow, Unavailable } from '../../http';
import { Runs } from './runs.service';

/**
 * Works off the queue, one run after the other, in the background. What is queued or was interrupted when the service
 * ended is gone on with at the next start.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Runner.name);
  private working: Promise<void> | undefined;
  private awake = false;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: Runs,
  ) {}

  onApplicationBootstrap(): void {
    this.wake();
  }

  /** The run under way stops at the next record; its plan remains. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.working;
  }

  /** There may be work. Returns at once. */
  wake(): void {
    this.awake = true;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    while (this.awake && !this.closing) await this.workOff();
    // in the same moment as the last look: whoever wakes it later finds it asleep
    this.working = undefined;
  }

  private async workOff(): Promise<void> {
    this.awake = false;
    try {
      for (const id of await this.transactions.read(THE_SERVICE, (view) => this.runs.waiting(view))) {
        if (this.closing) return;
        await this.runs.goOn(id, () => this.closing).catch((error: unknown) => this.giveUp(id, error));
        this.awake = true;
      }
    } catch (error) {
      this.log.error(error);
      await pause(1000, undefined, { ref: false });
      this.awake = true;
    }
  }

  /** A run that cannot be carried out fails; where the database is away, it waits. */
  private async giveUp(id: number, error: unknown): Promise<void> {
    if (error instanceof Unavailable && !(error instanceof TooSlow)) throw error;
    this.log.error(error);
    await this.runs.fail(id, error instanceof TooSlow ? error.message : 'an error of the service; see its log');
  }
}
