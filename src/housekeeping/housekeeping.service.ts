import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../callers';
import { Transactions, type Unit } from '../database';

/** Work that falls due by itself. */
export interface Chore {
  /** In log lines, and as the key under which processes agree who does it. */
  readonly name: string;
  /** How often it is looked whether there is something to do. */
  readonly everySeconds: number;
  /** Does the next piece, a short one: the embedded database has one writer at a time. @returns whether there is more */
  readonly work: (unit: Unit) => Promise<boolean>;
}

/** Does chores in the background, one piece of one chore at a time. Areas say theirs when they are started. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Housekeeping.name);
  private readonly chores: Chore[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private closing = false;
  private working: Promise<void> = Promise.resolve();

  constructor(private readonly transactions: Transactions) {}

  /** To be called before the application has started: from a constructor or `onModuleInit`. */
  add(chore: Chore): void {
    this.chores.push(chore);
  }

  onApplicationBootstrap(): void {
    for (const chore of this.chores) this.timers.push(setInterval(() => this.due(chore), chore.everySeconds * 1000).unref());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.timers.forEach((timer) => clearInterval(timer));
    await this.working;
  }

  /** Does all that is due now, without waiting for the clock. */
  async catchUp(): Promise<void> {
    this.chores.forEach((chore) => this.due(chore));
    await this.working;
  }

  private due(chore: Chore): void {
    this.working = this.working.then(() => this.done(chore));
  }

  private async done({ name, work }: Chore): Promise<void> {
    try {
      let more = true;
      while (more && !this.closing) more = await this.transactions.write(THE_SERVICE, work);
    } catch (error) {
      this.log.error(error, name);
    }
  }
}
