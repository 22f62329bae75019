import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../../core/callers';
import { Settings } from '../../../core/config';
import { Transactions } from '../../../core/database';
import { FileMissing, FileStorage, MOST_MEGABYTES, TextReader, TextUnreadable } from '../../../core/files';
import { IS_ALONE } from '../../../core/sql/dialect';
import { withTimeout } from '../../../core/time/timeout';
import { claimText, finishText, isGivenUp, releaseTexts, TEXTS_PENDING, type PendingText, type StoredText } from './texts';

/** For what another process has queued or left. */
const IDLE_MS = 30_000;
/** A storage that stops in the middle of a file must not keep all other texts waiting. */
const PATIENCE_MS = 60_000;

/** Reads the texts of documents in the background, one at a time. What a shutdown or a crash interrupts is read again. */
@Injectable()
export class TextWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(TextWorker.name);
  private unsubscribe: () => void = () => undefined;
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private awake = false;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly storage: FileStorage,
    private readonly reader: TextReader,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.roles.includes('worker')) return;
    if (IS_ALONE) await this.transactions.write(SYSTEM_CALLER, releaseTexts);
    this.unsubscribe = this.transactions.signals.subscribe(TEXTS_PENDING, () => this.wake());
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.unsubscribe();
    clearTimeout(this.timer);
    await this.working;
  }

  private wake(): void {
    this.awake = true;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    clearTimeout(this.timer);
    while (this.awake && !this.closing) {
      this.awake = false;
      try {
        while (!this.closing && (await this.readNext()));
      } catch (error) {
        if (!this.closing) this.log.error(error);
      }
    }
    // no await between the last check and this line, so a later wake-up is never lost
    this.working = undefined;
    if (!this.closing) this.timer = setTimeout(() => this.wake(), IDLE_MS).unref();
  }

  /** @returns whether there may be more */
  private async readNext(): Promise<boolean> {
    const pending = await this.transactions.write(SYSTEM_CALLER, claimText);
    if (!pending) return false;
    const result = await this.read(pending);
    await this.transactions.write(SYSTEM_CALLER, (transaction) => finishText(transaction, pending, result));
    return true;
  }

  /** @throws Error of the storage, after which it is tried again */
  private async read(pending: PendingText): Promise<StoredText> {
    if (isGivenUp(pending)) return failed('Reading it was interrupted several times.');
    if (pending.size > MOST_MEGABYTES * 1024 ** 2) return failed(`It is larger than ${MOST_MEGABYTES} MB.`);
    try {
      const bytes = await withTimeout(PATIENCE_MS, [], async (signal) =>
        buffer(addAbortSignal(signal, await this.storage.open(pending.key))),
      );
      return { state: 'done', reason: null, text: await this.reader.read(bytes, pending.mediaType) };
    } catch (error) {
      if (error instanceof TextUnreadable || error instanceof FileMissing) return failed(error.message);
      throw error;
    }
  }
}

const failed = (reason: string): StoredText => ({ state: 'failed', reason, text: null });
