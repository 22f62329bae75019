import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { Transactions, type Transaction } from '../database';
import { Housekeeping } from '../housekeeping';
import { FileStorage } from './storage';
import { FILES_UNUSED, filesToRemove, forgetFiles } from './unused-files';

const BATCH = 20;
const HOUR = 3600;

/** Removes stored files that nothing refers to: at once where it can, and those that a crash has left every hour. */
@Injectable()
export class FileCleaner implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger(FileCleaner.name);
  private working: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => undefined;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly storage: FileStorage,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'unused files', everySeconds: HOUR, work: wakeForUnused });
    this.unsubscribe = this.transactions.signals.subscribe(FILES_UNUSED, () => this.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.unsubscribe();
    await this.working;
  }

  private wake(): void {
    this.working = this.working.then(() => this.removeAll());
  }

  private async removeAll(): Promise<void> {
    try {
      while (await this.removeSome());
    } catch (error) {
      this.log.error(error);
    }
  }

  /**
   * Outside of transactions, since a storage may take long to answer. What has been removed twice is gone as well.
   * @returns whether there is more
   */
  private async removeSome(): Promise<boolean> {
    const keys = await this.transactions.read(SYSTEM_CALLER, (view) => filesToRemove(view, BATCH));
    for (const key of keys) {
      if (this.closing) return false;
      await this.storage.remove(key);
    }
    if (keys.length > 0) await this.transactions.write(SYSTEM_CALLER, (transaction) => forgetFiles(transaction, keys));
    return keys.length === BATCH;
  }
}

async function wakeForUnused(transaction: Transaction): Promise<false> {
  if ((await filesToRemove(transaction, 1)).length > 0) transaction.signalAfterCommit(FILES_UNUSED);
  return false;
}
