import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../../callers';
import { Transactions } from '../../database';
import { Unavailable } from '../../http';
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
    this.working ??= this.work().finally(() => (this.working = undefined));
  }

  /** A run that cannot be carried out fails; where the database is away, it waits. */
  private async giveUp(id: number, error: unknown): Promise<void> {
    if (error instanceof Unavailable) throw error;
    this.log.error(error);
    await this.runs.fail(id, 'an error of the service; see its log');
  }

  private async work(): Promise<void> {
    while (this.awake && !this.closing) {
      this.awake = false;
      try {
        for (const id of await this.transactions.read(THE_SERVICE, (view) => this.runs.waiting(view))) {
          await this.runs.goOn(id, () => this.closing).catch((error: unknown) => this.giveUp(id, error));
          this.awake = true;
        }
      } catch (error) {
        this.log.error(error);
        await new Promise((resolve) => setTimeout(resolve, 1000).unref());
        this.awake = true;
      }
    }
  }
}
