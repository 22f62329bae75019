import type { Transaction } from '../core/database';
import { load, save } from '../core/records';
import { notify } from '../notifications';
import { administrators } from '../users';
import { Webhook } from './webhook.entity';
import { webhooks } from './webhooks.records';

/** Pauses a webhook; its user and the administrators are notified. @param reason a clause */
export async function pauseWebhook(transaction: Transaction, id: number, reason: string): Promise<void> {
  const before = await load<Webhook>(transaction.em, webhooks, id);
  if (!before.isActive) return;
  await save(transaction, webhooks, before, Object.assign(new Webhook(), before, { isActive: false, pausedReason: reason }));
  const concerned = new Set([...(before.userID === null ? [] : [before.userID]), ...(await administrators(transaction.em))]);
  const message = `The webhook ${before.name ?? id} has been paused: ${reason}.`;
  await notify(
    transaction,
    [...concerned].map((userID) => ({ userID, message, about: { type: webhooks.name, id } })),
  );
}
