import { DateTime } from 'luxon';
import type { Transaction } from '../../../core/database';
import { rows } from '../../../core/database/rows';
import type { RecordType } from '../../../core/fields/record-type';
import { displayName } from '../../../core/records';
import { identifier, sql, Sql, values } from '../../../core/sql';
import { FOR_UPDATE } from '../../../core/sql/dialect';
import { messagesSince, type NewDelivery } from '../../../deliveries';
import type { Action } from '../action';
import type { Outcomes } from '../action-definition';
import { dedupeKey, type ActionContext, type RecordAndTarget } from './action-context';
import { ActionFailed } from './action-errors';
import { addActivitiesTo } from './activities';
import type { Channel } from './channels';
import { allChanged, forEach } from './one-or-many';
import { queueForEach } from './queue-deliveries';
import type { Target } from './target';

type Message = Pick<NewDelivery, 'subject' | 'body' | 'replyTo'>;

/**
 * Queues a message to each of some targets of one type, and adds it to their activities. Those who opted out or have reached the daily
 * limit are skipped. @param compose the messages to targets, in their order @throws FailedRecords with those that have no address
 */
export async function sendMessages(
  transaction: Transaction,
  channel: Channel,
  action: Action,
  subjects: readonly RecordAndTarget[],
  context: ActionContext,
  compose: (reachable: readonly RecordAndTarget[]) => Promise<readonly Message[]>,
): Promise<Outcomes> {
  const { reachable, skipped } = await reachableOnes(transaction, context, subjects, channel);
  const messages = await compose(reachable);
  const addressed = reachable.map((each, index) => ({ ...each, message: messages[index]! }));
  const deliveryIds = await queueForEach(transaction, addressed, ({ recordID, target, to, message }) => ({
    ...message,
    kind: channel.kind,
    to,
    about: { type: context.definition.record.name, id: recordID },
    person: { type: target.type.name, id: target.id },
    dedupeKey: dedupeKey(context, recordID, action),
  }));
  const activities = messages.map(({ subject, body }, index) => ({
    typeID: channel.activity.category,
    notes: subject === undefined ? body : `${subject}\n\n${body}`,
    activityDate: transaction.now,
    assignedToID: transaction.caller.userID,
    associatedData: JSON.stringify({ deliveryId: deliveryIds[index] }),
  }));
  await addActivitiesTo(transaction, reachable, channel.activity, activities);
  return { ...allChanged(reachable), skipped };
}

interface Reachable extends RecordAndTarget {
  readonly to: string;
}

async function reachableOnes(
  transaction: Transaction,
  context: ActionContext,
  subjects: readonly RecordAndTarget[],
  channel: Channel,
): Promise<{ reachable: readonly Reachable[]; skipped: ReadonlyMap<number, string> }> {
  const people = await lockPeople(transaction, subjects, channel.addressFields);
  const skipped = new Map<number, string>();
  for (const { recordID, target } of subjects)
    if (people.get(target.id)?.optOut) skipped.set(recordID, `${nameOf(target)} has opted out of messages.`);
  const isLeft = ({ recordID }: RecordAndTarget): boolean => !skipped.has(recordID);
  const addressed = forEach(subjects.filter(isLeft), (subject) => {
    const to = people.get(subject.target.id)?.address ?? '';
    if (to === '') throw new ActionFailed(`${nameOf(subject.target)} has no ${channel.address}.`);
    return { ...subject, to };
  });
  const sent = await sentToday(transaction, context, addressed);
  for (const { recordID, target } of addressed) {
    const count = sent.get(target.id) ?? 0;
    if (context.messagesPerDay > 0 && count >= context.messagesPerDay)
      skipped.set(recordID, `${nameOf(target)} has already been sent ${count} messages today (daily limit: ${context.messagesPerDay}).`);
  }
  return { reachable: addressed.filter(isLeft), skipped };
}

const nameOf = ({ type, id }: Target): string => `The ${displayName(type)} ${id}`;

/** Locked in the order of their ids, so that concurrent messages to a person are counted one after the other. */
async function lockPeople(
  { em }: Transaction,
  subjects: readonly RecordAndTarget[],
  fields: readonly string[],
): Promise<ReadonlyMap<number, { address: string; optOut: boolean }>> {
  const [first] = subjects;
  if (!first) return new Map();
  const { type } = first.target;
  const address = identifier(fieldOf(type, fields));
  const optOut = type.findField('optOut') ? identifier('optOut') : sql`0`;
  const ids = subjects.map(({ target }) => target.id);
  const found = await rows(
    em,
    sql`SELECT id, ${address}, ${optOut} FROM ${identifier(type.table)} WHERE id IN (${values(ids)}) ORDER BY id${new Sql(FOR_UPDATE)}`,
  );
  return new Map(found.map(([id, to, out]) => [id as number, { address: typeof to === 'string' ? to : '', optOut: Boolean(out) }]));
}

function fieldOf(type: RecordType, names: readonly string[]): string {
  const found = names.find((name) => type.findField(name));
  if (!found) throw new ActionFailed(`Messages are not sent to a ${displayName(type)}.`);
  return found;
}

/** Messages to each target over all automations, in the day of the firm. */
async function sentToday(
  { em, now }: Transaction,
  { messagesPerDay, definition }: ActionContext,
  subjects: readonly RecordAndTarget[],
): Promise<ReadonlyMap<number, number>> {
  const [first] = subjects;
  if (!first || messagesPerDay === 0) return new Map();
  const midnight = DateTime.fromJSDate(now, { zone: definition.timeZone }).startOf('day').toJSDate();
  const ids = subjects.map(({ target }) => target.id);
  return messagesSince(em, first.target.type.name, ids, midnight);
}
