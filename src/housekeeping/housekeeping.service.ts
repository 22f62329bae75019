import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../callers';
import { Transactions, type Unit } from '../database';
import type { Chore } from './chore';
import { claim, enter, leaveRest } from './claim';

/** The first look comes after a minute at most, however rare a chore is: a service may be restarted often. */
const FIRST_SECONDS = 60;
/** Processes that started together drift apart by up to so much of the period. */
const JITTER = 0.1;

/**
 * Does chores in the background, one piece of one chore at a time, and each in one process at a time. Areas say theirs
 * when they are started.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Housekeeping.name);
  private readonly chores: Chore[] = [];
  private readonly timers = new Map<Chore, NodeJS.Timeout>();
  private closing = false;
  private working: Promise<void> = Promise.resolve();

  constructor(private readonly transactions: Transactions) {}

  /** To be called before the application has started: from a constructor or `onModuleInit`. */
  add(chore: Chore): void {
    if (this.chores.some(({ name }) => name === chore.name)) throw new Error(`Two chores are called ${chore.name}.`);
    this.chores.push(chore);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.transactions.write(THE_SERVICE, (unit) => enter(unit, this.chores));
    for (const chore of this.chores) this.plan(chore, Math.min(chore.everySeconds, FIRST_SECONDS));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.timers.forEach((timer) => clearTimeout(timer));
    await this.working;
  }

  /** Does all that there is to do now, without waiting for the clock. */
  catchUp(): Promise<void> {
    return this.inTurn(this.chores, true);
  }

  private plan(chore: Chore, seconds: number): void {
    if (this.closing) return;
    const wait = seconds * 1000 * (1 + Math.random() * JITTER);
    this.timers.set(
      chore,
      setTimeout(() => void this.inTurn([chore], false).then(() => this.plan(chore, chore.everySeconds)), wait).unref(),
    );
  }

  private inTurn(chores: readonly Chore[], isForced: boolean): Promise<void> {
    for (const chore of chores) this.working = this.working.then(() => this.done(chore, isForced));
    return this.working;
  }

  private async done(chore: Chore, isForced: boolean): Promise<void> {
    try {
      while (!this.closing && (await this.transactions.write(THE_SERVICE, (unit) => piece(unit, chore, isForced)))) await othersFirst();
    } catch (error) {
      this.log.error(error, chore.name);
    }
  }
}

/** @returns whether there is more */
async function piece(unit: Unit, chore: Chore, isForced: boolean): Promise<boolean> {
  if (!(await claim(unit, chore, isForced)) || !(await chore.work(unit))) return false;
  await leaveRest(unit, chore);
  return true;
}
