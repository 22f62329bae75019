import { In } from 'typeorm';
import type { Transaction } from '../../core/database';
import type { View } from '../../core/database/transactions';
import { rows } from '../../core/database/rows';
import { isoOf } from '../../core/records';
import { sql, sqlMoment } from '../../core/sql';
import { WAITING } from '../cancel-of-run';
import { Delivery } from '../delivery.entity';
import { hostOf } from '../recipients';
import { cancel } from '../sending/still-wanted';

/** How many deliveries to a webhook have not arrived yet, counted up to a limit. */
export async function waitingForWebhook({ em }: View, webhookID: number, most: number): Promise<number> {
  const found = await rows(
    em,
    sql`SELECT id FROM delivery WHERE webhookID = ${webhookID} AND state IN ('queued', 'sending', 'failed') LIMIT ${most}`,
  );
  return found.length;
}

/** Since when none of the deliveries to a webhook has arrived, of those queued since a moment; undefined: none has failed since. */
export async function webhookFailsSince({ em }: View, webhookID: number, since: Date): Promise<Date | undefined> {
  const lastSent = sql`SELECT MAX(sentDate) FROM delivery WHERE webhookID = ${webhookID} AND state = 'sent'`;
  const [[first] = [null]] = await rows(
    em,
    sql`SELECT MIN(createdDate) FROM delivery WHERE webhookID = ${webhookID} AND state IN ('failed', 'dead') AND attempts > 0
      AND createdDate >= ${sqlMoment(since)} AND createdDate > COALESCE((${lastSent}), '1970-01-01 00:00:00.000')`,
  );
  return first === null ? undefined : new Date(isoOf(first as string));
}

/** What a webhook has not been sent yet goes to its new URL. */
export const redirectDeliveriesToWebhook = ({ em }: Transaction, webhookID: number, url: string) =>
  em.update(Delivery, { webhookID, state: In([...WAITING]) }, { recipient: url, host: hostOf('webhook', url) });

/** Cancels what a webhook has not been sent yet. */
export async function cancelDeliveriesToWebhook(transaction: Transaction, webhookID: number, reason: string): Promise<void> {
  const waiting = await transaction.em.find(Delivery, { where: { webhookID, state: In([...WAITING]) }, select: { id: true } });
  if (waiting.length === 0) return;
  await cancel(
    transaction,
    waiting.map(({ id }) => Number(id)),
    reason,
  );
}
