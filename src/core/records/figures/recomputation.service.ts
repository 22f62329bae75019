import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../callers';
import { DatabaseMetrics, Transactions, type Transaction, type View } from '../../database';
import { lockRecomputation, recomputationOf, saveProgress, setRecomputed, type Progress } from '../../database/recomputation';
import { Housekeeping } from '../../housekeeping';
import { allDerivedData, type Key } from './derived-data';

/**
 * Recomputes what is derived from records after a migration, in the background: an earlier version may have computed it otherwise, or not
 * at all. It goes on after a restart, in one process at a time.
 */
@Injectable()
export class Recomputation implements OnModuleInit {
  private readonly log = new Logger(Recomputation.name);
  /** Responses may show figures that are not right yet, and searches miss records. */
  isUnderWay = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly housekeeping: Housekeeping,
    private readonly metrics: DatabaseMetrics,
  ) {}

  async onModuleInit(): Promise<void> {
    this.metrics.add((view) => this.gauges(view));
    const progress = await this.transactions.read(SYSTEM_CALLER, ({ em }) => recomputationOf(em));
    if (!progress) return;
    this.isUnderWay = true;
    this.housekeeping.add({
      name: 'recomputation',
      everySeconds: 1,
      work: (transaction) => this.work(transaction),
      isOver: () => !this.isUnderWay,
    });
  }

  /** @returns whether there is more to do */
  private async work(transaction: Transaction): Promise<boolean> {
    const progress = this.isUnderWay ? await lockRecomputation(transaction.em) : undefined;
    if (!progress) return (this.isUnderWay = false);
    if (progress.checked === 0) this.log.log('What is derived from records is checked, since the database has been migrated.');
    const next = await this.checkBatch(transaction, progress);
    if (next) await saveProgress(transaction.em, next);
    else await this.finish(transaction, progress);
    return next !== undefined;
  }

  /** @returns undefined at the end */
  private async checkBatch(transaction: Transaction, { step, position, checked, differed }: Progress): Promise<Progress | undefined> {
    const derived = allDerivedData(transaction.types)[step];
    if (!derived) return undefined;
    const batch = await derived.check(transaction, position === null ? undefined : (JSON.parse(position) as Key));
    if (batch.checked === 0) return { step: step + 1, position: null, checked, differed };
    const clashing = batch.stale.length > 0 ? await derived.fix(transaction, batch.stale) : [];
    if (clashing.length > 0)
      this.log.warn(`${derived.type}: the ${derived.what} of ${clashing.length} would duplicate another: see npm run figures.`);
    return {
      step,
      position: JSON.stringify(batch.last),
      checked: checked + batch.checked,
      differed: differed + batch.stale.length,
    };
  }

  private async finish(transaction: Transaction, { checked, differed }: Progress): Promise<void> {
    await setRecomputed(transaction.em);
    transaction.afterCommit(() => {
      this.isUnderWay = false;
      this.log.log(`${checked} rows derived from records have been checked; ${differed} differed and have been fixed.`);
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
        value: progress ? Math.max(0, steps - progress.step) / steps : 0,
      },
    ];
  }
}
