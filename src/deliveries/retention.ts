import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../core/config';
import type { Transaction } from '../core/database';
import { execute, rows } from '../core/database/rows';
import { Housekeeping } from '../core/housekeeping';
import { sql, sqlMoment, values } from '../core/sql';
import { DAY_MS } from '../core/time/moments';
import { outboxFile, removeFiles } from './outbox-files';

const HOUR = 3600;
const BATCH = 500;

/** Deletes messages that were sent, given up or cancelled, and queued more than DELIVERIES_KEPT_DAYS ago, with their files. */
@Injectable()
export class DeliveryRetention implements OnModuleInit {
  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { deliveriesKeptDays: days, outboxFolder } = this.settings;
    if (days === 0) return;
    for (const state of ['sent', 'dead', 'cancelled'])
      this.housekeeping.add({
        name: `old deliveries: ${state}`,
        everySeconds: HOUR,
        work: (transaction) => removeDeliveries(transaction, state, days, outboxFolder),
      });
  }
}

async function removeDeliveries(transaction: Transaction, state: string, days: number, outboxFolder: string): Promise<boolean> {
  const { em, now } = transaction;
  const before = sqlMoment(new Date(now.getTime() - days * DAY_MS));
  const oldest = await rows(
    em,
    sql`SELECT id, createdDate, publicID, kind FROM delivery WHERE state = ${state} ORDER BY id LIMIT ${BATCH}`,
  );
  const old = oldest.filter(([, createdDate]) => (createdDate as string) < before);
  if (old.length === 0) return false;
  await execute(em, sql`DELETE FROM delivery WHERE state = ${state} AND id IN (${values(old.map(([id]) => Number(id)))})`);
  transaction.afterCommit(() =>
    removeFiles(
      outboxFolder,
      old.map(([, , publicID, kind]) => outboxFile(publicID as string, kind as string)),
    ),
  );
  return oldest.length === BATCH;
}
