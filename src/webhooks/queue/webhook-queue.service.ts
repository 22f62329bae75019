import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { Settings } from '../../core/config';
import { ChangeLog, lastSequence } from '../../core/changes';
import { Transactions } from '../../core/database';
import { rows } from '../../core/database/rows';
import { sql } from '../../core/sql';
import { WEBHOOKS_CHANGED } from '../signal';
import { queueChanges } from './queue-changes';

/** Pause between rounds, in ms, so that changes are queued together. */
const GATHER_MS = 100;
/** When to look again for a webhook whose receiver took no more, or after an error, in ms. */
const RETRY_MS = 1000;

/** Follows the feed, and queues what the webhooks want. Where one fails, the others go on. */
@Injectable()
export class WebhookQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(WebhookQueue.name);
  private readonly stops: (() => void)[] = [];
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private hasWork = false;
  private closing = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.roles.includes('worker')) return;
    this.stops.push(
      this.changes.onSequenced(() => this.wake()),
      this.transactions.signals.subscribe(WEBHOOKS_CHANGED, () => this.wake()),
    );
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.stops.forEach((stop) => stop());
    clearTimeout(this.timer);
    await this.working;
  }

  private wake(): void {
    this.hasWork = true;
    this.working ??= this.work();
  }

  private async work(): Promise<void> {
    while (this.hasWork && !this.closing) {
      this.hasWork = false;
      if (!(await this.round())) this.wakeLater();
      await pause(GATHER_MS, undefined, { ref: false });
    }
    this.working = undefined;
  }

  private wakeLater(): void {
    clearTimeout(this.timer);
    if (!this.closing) this.timer = setTimeout(() => this.wake(), RETRY_MS).unref();
  }

  /** @returns whether all webhooks have been told everything */
  private async round(): Promise<boolean> {
    try {
      const outcomes = [];
      for (const id of await this.behind()) outcomes.push(await this.queueFor(id));
      return outcomes.every((each) => each);
    } catch (error) {
      this.log.error(error);
      return false;
    }
  }

  private async queueFor(id: number): Promise<boolean> {
    try {
      for (;;) {
        const progress = await this.transactions.write(SYSTEM_CALLER, (transaction) => queueChanges(transaction, this.changes, id));
        if (progress !== 'more' || this.closing) return progress === 'done';
      }
    } catch (error) {
      this.log.error(error, `webhook ${id}`);
      return false;
    }
  }

  /** The active webhooks that have not been told everything. */
  private behind(): Promise<number[]> {
    return this.transactions.read(SYSTEM_CALLER, async ({ em }) => {
      const found = await rows(
        em,
        sql`SELECT w.id FROM webhook w JOIN webhook_state s ON s.webhookID = w.id WHERE w.isActive = 1 AND w.deleted = 0 AND s.position < ${await lastSequence(em)} ORDER BY w.id`,
      );
      return found.map(([id]) => id as number);
    });
  }
}
