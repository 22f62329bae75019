import { In } from 'typeorm';
import type { Transaction } from '../../core/database';
import type { View } from '../../core/database/transactions';
import { rows } from '../../core/database/rows';
import { isoOf } from '../../core/records';
import { identifier, sql, sqlMoment, values } from '../../core/sql';
import { cancel, cancelWaiting, WAITING } from '../cancel';
import { Delivery } from '../delivery.entity';
import { hostOf } from '../recipients';

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

/** What a webhook has not been sent yet goes to its new URL, and so do further attempts of what is being sent. */
export const redirectDeliveriesToWebhook = ({ em }: Transaction, webhookID: number, url: string) =>
  em.update(Delivery, { webhookID, state: In([...WAITING, 'sending']) }, { recipient: url, host: hostOf('webhook', url) });

const DELETED = 'The webhook has been deleted.';

/** Cancels what a deleted webhook has not been sent yet. What is being sent is cancelled once the attempt fails. */
export const cancelDeliveriesToWebhook = (transaction: Transaction, webhookID: number): Promise<number> =>
  cancelWaiting(transaction, { webhookID }, DELETED);

/** Cancels deliveries to webhooks that have been deleted meanwhile. @returns the others */
export async function withoutDeletedWebhooks(transaction: Transaction, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const webhookIDs = new Set(deliveries.flatMap(({ webhookID }) => webhookID ?? []));
  if (webhookIDs.size === 0) return [...deliveries];
  const webhook = identifier(transaction.types.named('Webhook').table);
  const found = await rows(transaction.em, sql`SELECT id FROM ${webhook} WHERE id IN (${values([...webhookIDs])}) AND deleted = 1`);
  if (found.length === 0) return [...deliveries];
  const deleted = new Set(found.map(([id]) => id));
  const unwanted = new Set(deliveries.filter(({ webhookID }) => deleted.has(webhookID)));
  await cancel(transaction, { id: In([...unwanted].map(({ id }) => id)) }, DELETED);
  return deliveries.filter((each) => !unwanted.has(each));
}
