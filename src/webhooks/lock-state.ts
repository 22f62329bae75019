import type { Transaction } from '../core/database';
import { execute } from '../core/database/rows';
import { notFound } from '../core/records';
import { sql } from '../core/sql';
import { WebhookState } from './webhook.entity';
import { webhooks } from './webhooks.records';

/** Until the end of the transaction, nobody else queues changes for the webhook or moves its position. @throws NotFound */
export async function lockState({ em }: Transaction, webhookID: number): Promise<WebhookState> {
  await execute(em, sql`UPDATE webhook_state SET position = position WHERE webhookID = ${webhookID}`);
  return (await em.findOneBy(WebhookState, { webhookID })) ?? notFound(webhooks, webhookID);
}
