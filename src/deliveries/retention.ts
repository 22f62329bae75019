import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../core/config';
import type { Transaction } from '../core/database';
import { execute, rows } from '../core/database/rows';
import { Housekeeping } from '../core/housekeeping';
import { sql, sqlMoment, values, type Sql } from '../core/sql';
import { DAY_MS } from '../core/time/moments';
import { outboxFile, removeFiles } from './outbox-files';

const HOUR = 3600;
const BATCH = 500;

/**
 * Deletes messages that were sent, given up or cancelled, and queued more than DELIVERIES_KEPT_DAYS ago, with their files; those to
 * webhooks that subscribe to changes after WEBHOOK_DELIVERIES_KEPT_DAYS.
 */
@Injectable()
export class DeliveryRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { deliveriesKeptDays, webhookDeliveriesKeptDays, outboxFolder } = this.settings;
    for (const state of ['sent', 'dead', 'cancelled']) {
      this.add(`old deliveries: ${state}`, deliveriesKeptDays, (transaction, before) =>
        removeDeliveries(transaction, sql`state = ${state} AND webhookID IS NULL`, before, outboxFolder),
      );
      this.add(`old deliveries to webhooks: ${state}`, webhookDeliveriesKeptDays, (transaction, before) =>
        removeDeliveries(transaction, sql`state = ${state} AND webhookID > 0`, before, outboxFolder),
      );
    }
  }

  /** @param days 0: for ever */
  private add(name: string, days: number, remove: (transaction: Transaction, before: string) => Promise<boolean>): void {
    if (days === 0) return;
    const work = (transaction: Transaction): Promise<boolean> =>
      remove(transaction, sqlMoment(new Date(transaction.now.getTime() - days * DAY_MS)));
    this.housekeeping.add({ name, everySeconds: HOUR, work });
  }
}

async function removeDeliveries(transaction: Transaction, which: Sql, before: string, outboxFolder: string): Promise<boolean> {
  const { em } = transaction;
  const oldest = await rows(em, sql`SELECT id, createdDate, publicID, kind FROM delivery WHERE ${which} ORDER BY id LIMIT ${BATCH}`);
  const old = oldest.filter(([, createdDate]) => (createdDate as string) < before);
  if (old.length === 0) return false;
  await execute(em, sql`DELETE FROM delivery WHERE ${which} AND id IN (${values(old.map(([id]) => Number(id)))})`);
  transaction.afterCommit(() =>
    removeFiles(
      outboxFolder,
      old.map(([, , publicID, kind]) => outboxFile(publicID as string, kind as string)),
    ),
  );
  return oldest.length === BATCH;
}
