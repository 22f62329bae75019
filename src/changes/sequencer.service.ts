import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { THE_SERVICE } from '../callers';
import { Transactions } from '../database';
import { follow } from './followers';
import { numberChanges, standingOf } from './numbering';
import { Progress } from './progress';

/** Changes that are committed one after the other within this time get their places together. */
const GATHER_MS = 25;
/** How often it is looked for what other processes have left or done. */
const LOOK_MS = 1000;

/** Gives changes their places after they have been committed, and tells who follows them how far it has come. */
@Injectable()
export class Sequencer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Sequencer.name);
  private readonly progress = new Progress();
  private readonly closing = new AbortController();
  private working: Promise<void> | undefined;
  private looking: Promise<void> | undefined;
  private round: Promise<void> = Promise.resolve();
  private awake = false;
  /** How often it was woken, and as of which time everything has its place. */
  private woken = 0;
  private numbered = 0;

  constructor(private readonly transactions: Transactions) {}

  onApplicationBootstrap(): void {
    const stop = follow(() => this.wake());
    const timer = setInterval(() => void (this.looking ??= this.look()), LOOK_MS).unref();
    this.closing.signal.addEventListener('abort', () => [stop(), clearInterval(timer)]);
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.working, this.looking]);
  }

  /** @param listener hears the newest place whenever places have been given, by whichever process @returns how to stop it */
  onSequenced(listener: (last: number) => void): () => void {
    return this.progress.follow(listener);
  }

  /** Waits until what this process has committed so far has its place. */
  async settled(): Promise<void> {
    const wanted = this.woken;
    while (this.numbered < wanted && this.working) await this.round;
  }

  /** Waits for a place behind this one; no longer than until the signal, or until the service ends. */
  beyond(sequence: number, until: AbortSignal): Promise<void> {
    return this.progress.beyond(sequence, AbortSignal.any([until, this.closing.signal]));
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
    // in the same moment as the last look: whoever wakes it later finds it asleep
    this.working = undefined;
  }

  /** What cannot be numbered just now is found again at the next look. */
  private async number(): Promise<void> {
    await pause(GATHER_MS);
    const woken = this.woken;
    this.awake = false;
    try {
      const standing = await this.transactions.write(THE_SERVICE, numberChanges);
      if (standing.hasMore) this.awake = true;
      else this.numbered = woken;
      this.progress.moveTo(standing.last);
    } catch (error) {
      this.log.error(error);
    }
  }

  private async look(): Promise<void> {
    try {
      const standing = await this.transactions.read(THE_SERVICE, standingOf);
      this.progress.moveTo(standing.last);
      if (standing.hasMore && !this.isClosing) this.wake();
    } catch (error) {
      this.log.error(error);
    }
    this.looking = undefined;
  }
}
