import { checkStored, ChangesGone, collectChanges, lastSequence, type ChangeLog, type SequencedChange } from '../../core/changes';
import type { Transaction } from '../../core/database';
import type { View } from '../../core/database/transactions';
import { load, readResponses, type RecordResponse } from '../../core/records';
import { queueDeliveries, waitingForWebhook } from '../../deliveries';
import { lockState } from '../lock-state';
import { ownerOf } from '../owner';
import { pauseWebhook } from '../pause-webhook';
import { webhookFilterOf } from '../webhook-filter';
import { Webhook, WebhookState } from '../webhook.entity';
import { webhooks } from '../webhooks.records';
import { deliveryOf } from './payload';

/** Changes queued in one transaction. */
const BATCH = 100;
/** A receiver that takes nothing must not fill the outbox: further changes wait in the feed. */
const MOST_WAITING = 1000;

/** What became of a webhook: there may be more; it has been told everything; its receiver takes no more at the moment. */
export type Progress = 'more' | 'done' | 'full';

/**
 * Queues the next changes for a webhook, and moves its position in the same transaction: none is lost or queued twice, whichever process
 * does it and whenever it stops.
 */
export async function queueChanges(transaction: Transaction, log: ChangeLog, webhookID: number): Promise<Progress> {
  const { em } = transaction;
  const position = Number((await lockState(transaction, webhookID)).position);
  const webhook = await load<Webhook>(em, webhooks, webhookID);
  const last = await lastSequence(em);
  if (!webhook.isActive || webhook.deleted || position >= last) return 'done';
  const room = MOST_WAITING - (await waitingForWebhook(transaction, webhookID, MOST_WAITING));
  if (room <= 0) return 'full';
  const { caller, obstacle = await gapAfter(transaction, position, last) } = await ownerOf(em, webhook);
  if (obstacle !== undefined) {
    await pauseWebhook(transaction, webhookID, obstacle);
    return 'done';
  }
  const asOwner = { ...transaction, caller };
  const filter = webhookFilterOf(webhook.filterText);
  const stretch = { from: position, last, limit: Math.min(BATCH, room), filter };
  const { changes, at } = await collectChanges(log, asOwner, stretch);
  const records = webhook.includeRecord ? await recordsOf(asOwner, changes) : new Map<string, RecordResponse>();
  await queueDeliveries(
    asOwner,
    changes.map((change) => deliveryOf(transaction.types, webhook, filter, change, records.get(keyOf(change)))),
  );
  await em.update(WebhookState, { webhookID }, { position: at });
  return at < last ? 'more' : 'done';
}

/** Why it cannot continue, as a clause: what it has missed is no longer stored. */
async function gapAfter(view: View, position: number, last: number): Promise<string | undefined> {
  try {
    await checkStored(view, position, last);
    return undefined;
  } catch (error) {
    if (error instanceof ChangesGone) return `the changes after ${position} are no longer stored; replay it from ${error.members.last}`;
    throw error;
  }
}

/** The records that changed, as they are now, by {@link keyOf}; parts of records have none of their own. */
async function recordsOf(view: View, changes: readonly SequencedChange[]): Promise<Map<string, RecordResponse>> {
  const found = new Map<string, RecordResponse>();
  for (const name of new Set(changes.map(({ type }) => type))) {
    const type = view.types.publishedAs(name);
    if (type?.name !== name) continue;
    const ids = [...new Set(changes.filter((change) => change.type === name).map(({ recordID }) => recordID))];
    for (const record of await readResponses(view, type, ids)) found.set(keyOf({ type: name, recordID: Number(record['id']) }), record);
  }
  return found;
}

const keyOf = ({ type, recordID }: Pick<SequencedChange, 'type' | 'recordID'>): string => `${type} ${recordID}`;
