import { DateTime } from 'luxon';
import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import type { RecordType } from '../../../core/fields/record-type';
import { displayName } from '../../../core/records';
import { identifier, list, sql, Sql } from '../../../core/sql';
import { FOR_UPDATE } from '../../../core/sql/dialect';
import { messagesSince, queueDelivery, type NewDelivery } from '../../../deliveries';
import type { Action } from '../action';
import { dedupeKey, type ActionContext, type RecordAndTarget } from './action-context';
import { ActionFailed, ActionSkipped } from './action-errors';
import { addActivityTo } from './activities';
import type { Channel } from './channels';
import type { Target } from './target';

type Message = Pick<NewDelivery, 'subject' | 'body' | 'replyTo'>;

/**
 * Queues a message to the target, and adds it to the activities of the target.
 * @throws ActionSkipped for an opt-out or the daily limit, ActionFailed without an address
 */
export async function sendMessage(
  transaction: Transaction,
  channel: Channel,
  action: Action,
  { recordID, target }: RecordAndTarget,
  context: ActionContext,
  compose: () => Promise<Message>,
): Promise<boolean> {
  const to = await reachableAddress(transaction, context, target, channel);
  const message = await compose();
  const deliveryId = await queueDelivery(transaction, {
    ...message,
    kind: channel.kind,
    to,
    about: { type: context.definition.record.name, id: recordID },
    person: { type: target.type.name, id: target.id },
    dedupeKey: dedupeKey(context, recordID, action),
  });
  await addActivityTo(transaction, target, channel.activity, {
    typeID: channel.activity.category,
    notes: message.subject === undefined ? message.body : `${message.subject}\n\n${message.body}`,
    activityDate: transaction.now,
    assignedToID: transaction.caller.userID,
    associatedData: JSON.stringify({ deliveryId }),
  });
  return true;
}

async function reachableAddress(transaction: Transaction, context: ActionContext, target: Target, channel: Channel): Promise<string> {
  const name = `The ${displayName(target.type)} ${target.id}`;
  const { address, optOut } = await lockPerson(transaction, target, channel.addressFields);
  if (optOut) throw new ActionSkipped(`${name} has opted out of messages.`);
  if (address === '') throw new ActionFailed(`${name} has no ${channel.address}.`);
  await enforceDailyLimit(transaction, context, target, name);
  return address;
}

/** Locked, so that concurrent messages to this person are counted one after the other. */
async function lockPerson(
  { em }: Transaction,
  { type, id }: Target,
  fields: readonly string[],
): Promise<{ address: string; optOut: boolean }> {
  const address = fieldOf(type, fields);
  const optOut = type.findField('optOut') ? identifier('optOut') : sql`0`;
  const [[found, out] = []] = await rows(
    em,
    sql`SELECT ${list([identifier(address), optOut])} FROM ${identifier(type.table)} WHERE id = ${id}${new Sql(FOR_UPDATE)}`,
  );
  return { address: typeof found === 'string' ? found : '', optOut: Boolean(out) };
}

function fieldOf(type: RecordType, names: readonly string[]): string {
  const found = names.find((name) => type.findField(name));
  if (!found) throw new ActionFailed(`Messages are not sent to a ${displayName(type)}.`);
  return found;
}

/** Counted over all automations, in the day of the firm. */
async function enforceDailyLimit(
  { em, now }: Transaction,
  { messagesPerDay, definition }: ActionContext,
  { type, id }: Target,
  name: string,
): Promise<void> {
  if (messagesPerDay === 0) return;
  const midnight = DateTime.fromJSDate(now, { zone: definition.timeZone }).startOf('day').toJSDate();
  const sent = await messagesSince(em, { type: type.name, id }, midnight);
  if (sent >= messagesPerDay)
    throw new ActionSkipped(`${name} has already been sent ${sent} messages today (daily limit: ${messagesPerDay}).`);
}
