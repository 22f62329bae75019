import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../callers';
import { DatabaseMetrics, Transactions, type Transaction, type View } from '../../database';
import {
  isTimeForLastCheck,
  lockRecomputation,
  recomputationOf,
  saveProgress,
  setRecomputed,
  setSettled,
  type Progress,
} from '../../database/recomputation';
import { reportRelease } from '../../database/releases-in-use';
import { Housekeeping } from '../../housekeeping';
import { allDerivedData, type Key } from './derived-data';

/** How often a process says which release it is, and looks how far the recomputation is, of which it may do nothing itself. */
const LOOK_MS = 10_000;

/**
 * Recomputes what is derived from records after a migration, in the background: an earlier version may have computed it otherwise, or not
 * at all. It goes on after a restart, in one process at a time. When processes of earlier versions have gone, it is done once more, for
 * what they have stored meanwhile.
 */
@Injectable()
export class Recomputation implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Recomputation.name);
  private readonly closing = new AbortController();
  private following: Promise<void> | undefined;
  /** Responses may show figures that are not right yet, and searches miss records. */
  isUnderWay = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly housekeeping: Housekeeping,
    private readonly metrics: DatabaseMetrics,
  ) {}

  async onModuleInit(): Promise<void> {
    this.metrics.add((view) => this.gauges(view));
    await this.look();
    const everySeconds = (): number => (this.isUnderWay ? 1 : 60);
    this.housekeeping.add({
      name: 'recomputation',
      get everySeconds() {
        return everySeconds();
      },
      work: (transaction) => this.work(transaction),
    });
  }

  onApplicationBootstrap(): void {
    this.following = this.follow();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.closing;
    for (;;) {
      await pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.look().catch((error: unknown) => this.log.debug(error));
    }
  }

  private async look(): Promise<void> {
    // a service whose disk is full still answers what only reads
    await this.transactions.write(SYSTEM_CALLER, ({ em, now }) => reportRelease(em, now)).catch((error: unknown) => this.log.debug(error));
    this.show(await this.transactions.read(SYSTEM_CALLER, ({ em }) => recomputationOf(em)));
  }

  private show(progress: Progress | undefined): void {
    this.isUnderWay = progress !== undefined && !progress.isAgain;
  }

  /** @returns whether there is more to do */
  private async work(transaction: Transaction): Promise<boolean> {
    const { em, now } = transaction;
    const progress = await lockRecomputation(em);
    this.show(progress);
    if (!progress || (progress.isAgain && !(await isTimeForLastCheck(em, now)))) return false;
    if (progress.checked === 0) this.log.log(`What is derived from records is checked, since ${reasonFor(progress)}.`);
    const next = await this.checkBatch(transaction, progress);
    if (next) await saveProgress(em, next);
    else await this.finish(transaction, progress);
    return next !== undefined;
  }

  /** @returns undefined at the end */
  private async checkBatch(transaction: Transaction, progress: Progress): Promise<Progress | undefined> {
    const { step, position, checked, differed } = progress;
    const derived = allDerivedData(transaction.types)[step];
    if (!derived) return undefined;
    const batch = await derived.check(transaction, position === null ? undefined : (JSON.parse(position) as Key));
    if (batch.checked === 0) return { ...progress, step: step + 1, position: null };
    const clashing = batch.stale.length > 0 ? await derived.fix(transaction, batch.stale) : [];
    if (clashing.length > 0)
      this.log.warn(`${derived.type}: the ${derived.what} of ${clashing.length} would duplicate another: see npm run figures.`);
    return {
      ...progress,
      position: JSON.stringify(batch.last),
      checked: checked + batch.checked,
      differed: differed + batch.stale.length,
    };
  }

  private async finish(transaction: Transaction, progress: Progress): Promise<void> {
    const { em, now } = transaction;
    await (progress.isAgain ? setSettled(em) : setRecomputed(em, now));
    transaction.afterCommit(() => {
      this.show(progress.isAgain ? undefined : { ...progress, isAgain: true });
      this.log.log(`${progress.checked} rows derived from records have been checked; ${progress.differed} differed and have been fixed.`);
    });
  }

  private async gauges({ em, types }: View) {
    const progress = await recomputationOf(em);
    const steps = allDerivedData(types).length;
    return [
      {
        gauge: {
          name: 'recomputation_remaining_ratio',
          help: 'How much of what is derived from records has to be checked after a migration.',
        },
        value: progress && !progress.isAgain ? Math.max(0, steps - progress.step) / steps : 0,
      },
    ];
  }
}

const reasonFor = ({ isAgain }: Progress): string =>
  isAgain ? 'processes of an earlier version may have changed records until they ended' : 'the database has been migrated';
