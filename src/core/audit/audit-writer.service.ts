import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { AUDITED, ChangeLog } from '../changes';
import { Settings, Vault } from '../config';
import { Transactions, type Transaction } from '../database';
import { lockCounter, setCounter } from '../database/counters';
import { OthersFirst } from '../database/others-first';
import { appendEntries } from './append-entries';

/** Changes per transaction. */
const BATCH = 500;
/** Pause between reads, in ms: entries written together cost little, and nobody waits for them. */
const GATHER_MS = 1000;

/**
 * Writes an entry for every change, in the order of the changes and after their commit, so that requests do not wait for it. Its position
 * is stored in the same transaction as the entries: each change has exactly one, whichever process writes it.
 */
@Injectable()
export class AuditWriter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(AuditWriter.name);
  private readonly closing = new AbortController();
  private working: Promise<void> | undefined;
  private readonly others: OthersFirst;
  private hasWork = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {
    this.others = new OthersFirst(transactions, 2 * GATHER_MS, (view) => changes.stateOf(view, AUDITED));
  }

  onApplicationBootstrap(): void {
    if (!this.settings.roles.includes('worker')) return;
    const unsubscribe = this.changes.onSequenced(() => this.wake());
    this.closing.signal.addEventListener('abort', unsubscribe);
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await this.working;
  }

  /** Waits until everything that has been committed so far has its entry. */
  async catchUp(): Promise<void> {
    await this.changes.allNumbered();
    while (await this.writeBatch());
  }

  private wake(): void {
    this.hasWork = true;
    this.working ??= this.work();
  }

  /** Changes that cannot be written now are tried again. */
  private async work(): Promise<void> {
    while (this.hasWork && !this.closing.signal.aborted) {
      this.hasWork = false;
      try {
        while (!this.closing.signal.aborted && (await this.writeBatch()));
      } catch (error) {
        this.log.error(error);
        this.hasWork = true;
      }
      await pause(GATHER_MS, undefined, { ref: false, signal: this.closing.signal }).catch(() => undefined);
    }
    this.working = undefined;
  }

  /** @returns whether there may be more */
  private async writeBatch(): Promise<boolean> {
    return (await this.others.done()) === undefined && this.transactions.write(SYSTEM_CALLER, (transaction) => this.batch(transaction));
  }

  private async batch(transaction: Transaction): Promise<boolean> {
    const read = await lockCounter(transaction.em, AUDITED);
    const changes = await this.changes.after(transaction, read, BATCH);
    const last = changes.at(-1);
    if (!last) return false;
    await appendEntries(transaction, this.vault, changes);
    await setCounter(transaction.em, AUDITED, last.sequence);
    transaction.afterCommit(() => this.others.moved(last.sequence));
    return changes.length === BATCH;
  }
}
