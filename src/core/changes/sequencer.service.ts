import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { Transactions } from '../database';
import { OthersFirst } from '../database/others-first';
import { Unavailable } from '../problems';
import { withTimeout } from '../time/timeout';
import { feedPosition, numberChanges, numberingState, type FeedPosition } from './numbering';
import { Progress } from './progress';
import { CHANGES_COMMITTED } from './publish';

/** Changes committed within this time are numbered together. */
const GATHERING_MS = 25;
/** In which another process that is numbering numbers more. */
const OTHERS_MS = 100;
/** How often to check for changes committed or numbered by other processes. */
const POLL_MS = 1000;
/** Whoever waits for a round of numbering learns within five seconds that it has to wait longer. */
const PATIENCE_MS = 3000;

/** Numbers changes after they have been committed, and notifies followers. */
@Injectable()
export class Sequencer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Sequencer.name);
  private readonly progress = new Progress();
  private readonly closing = new AbortController();
  private working: Promise<void> | undefined;
  private polling: Promise<void> | undefined;
  private round: Promise<boolean> = Promise.resolve(true);
  private awake = false;
  /** How often it was woken, and up to which wake-up everything is numbered. */
  private woken = 0;
  private numberedUpTo = 0;

  private readonly others: OthersFirst;

  constructor(private readonly transactions: Transactions) {
    this.others = new OthersFirst(transactions, OTHERS_MS, numberingState);
  }

  onApplicationBootstrap(): void {
    const stop = this.transactions.signals.subscribe(CHANGES_COMMITTED, () => this.wake());
    const timer = setInterval(() => void (this.polling ??= this.poll()), POLL_MS).unref();
    this.closing.signal.addEventListener('abort', () => [stop(), clearInterval(timer)]);
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.working, this.polling]);
  }

  /**
   * @param listener called with the highest sequence number whenever any process has assigned more @returns a function
   * that unsubscribes
   */
  onSequenced(listener: (last: number) => void): () => void {
    return this.progress.follow(listener);
  }

  /** Waits until everything that this process has committed so far is numbered. @throws Unavailable if that fails, or does not get on */
  async settled(): Promise<void> {
    const wanted = this.woken;
    while (this.numberedUpTo < wanted && !this.isClosing) {
      if (!this.working) this.wake();
      if (!(await this.roundSucceeds())) throw new Unavailable('The latest changes could not be numbered yet. Try again in a moment.');
    }
  }

  /** Numbers everything that any process has committed so far, and waits for it. */
  async numberAll(): Promise<void> {
    if (!this.isClosing) this.wake();
    await this.settled();
  }

  /** Waits for a higher sequence number, at most until the signal or the shutdown. */
  waitBeyond(sequence: number, until: AbortSignal): Promise<void> {
    return this.progress.waitBeyond(sequence, [until, this.closing.signal]);
  }

  get isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private wake(): void {
    this.awake = true;
    this.woken += 1;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    while (this.awake && !this.isClosing) await (this.round = this.number());
    // in the same tick as the last check, so that a later wake-up starts a new loop
    this.working = undefined;
  }

  private roundSucceeds(): Promise<boolean> {
    return withTimeout(PATIENCE_MS, [], (signal) => {
      const impatience = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
      return Promise.race([this.round, impatience]);
    });
  }

  /** Changes that cannot be numbered now are found by the next poll, or whoever waits for them. @returns whether it has succeeded */
  private async number(): Promise<boolean> {
    await pause(GATHERING_MS);
    const woken = this.woken;
    this.awake = false;
    try {
      const position = await this.numberUnlessOthersDo();
      if (position.hasMore) this.awake = true;
      else this.numberedUpTo = woken;
      this.progress.moveTo(position.last);
      return true;
    } catch (error) {
      this.log.error(error);
      return false;
    }
  }

  private async numberUnlessOthersDo(): Promise<FeedPosition> {
    const last = await this.others.done();
    if (last !== undefined) return { last, hasMore: false };
    const position = await this.transactions.write(SYSTEM_CALLER, numberChanges);
    this.others.moved(position.last);
    return position;
  }

  private async poll(): Promise<void> {
    try {
      const position = await this.transactions.read(SYSTEM_CALLER, feedPosition);
      this.progress.moveTo(position.last);
      if (position.hasMore && !this.isClosing) this.wake();
    } catch (error) {
      this.log.error(error);
    }
    this.polling = undefined;
  }
}
