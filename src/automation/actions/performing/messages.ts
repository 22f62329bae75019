import { DateTime } from 'luxon';
import type { Transaction } from '../../../core/database';
import { displayName } from '../../../core/records';
import {
  addressField,
  ADDRESSES,
  keyOf,
  messagesSince,
  nameOf,
  peopleBehind,
  reasonAgainst,
  type NewDelivery,
  type Person,
  type PersonalChannel,
} from '../../../deliveries';
import type { Action } from '../action';
import type { Outcomes } from '../action-definition';
import { dedupeKey, type ActionContext, type RecordAndTarget } from './action-context';
import { ActionFailed } from './action-errors';
import { addActivitiesTo } from './activities';
import type { Channel } from './channels';
import { allChanged, forEach } from './one-or-many';
import { queueForEach } from './queue-deliveries';

type Message = Pick<NewDelivery, 'subject' | 'body' | 'html' | 'replyTo'>;

/**
 * Queues a message to each of some targets of one type, and adds it to their activities. Those who are deleted, opted out or have
 * reached the daily limit are skipped. @param compose the messages to targets, in their order
 * @throws FailedRecords with those that have no address
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
  const deliveryIds = await queueForEach(transaction, addressed, ({ recordID, target, to, person: { own }, message }) => ({
    ...message,
    kind: channel.kind,
    to,
    about: { type: context.definition.record.name, id: recordID },
    person: { type: target.type.name, id: target.id },
    ...(own.timeZone === null ? {} : { timeZone: own.timeZone }),
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
  readonly person: Person;
}

async function reachableOnes(
  transaction: Transaction,
  context: ActionContext,
  subjects: readonly RecordAndTarget[],
  { kind }: Channel,
): Promise<{ reachable: readonly Reachable[]; skipped: ReadonlyMap<number, string> }> {
  checkAddressable(subjects, kind);
  const people = await peopleBehind(
    transaction,
    kind,
    subjects.map(({ target }) => target),
  );
  const skipped = new Map<number, string>();
  for (const { recordID, target } of subjects) {
    const person = people.get(keyOf(target));
    const reason = person && reasonAgainst(person, kind);
    if (reason !== undefined) skipped.set(recordID, reason);
  }
  const isLeft = ({ recordID }: RecordAndTarget): boolean => !skipped.has(recordID);
  const addressed = forEach(subjects.filter(isLeft), (subject) => {
    const person = people.get(keyOf(subject.target));
    if (!person?.own.address) throw new ActionFailed(`${nameOf(subject.target)} has no ${ADDRESSES[kind].name}.`);
    return { ...subject, to: person.own.address, person };
  });
  await skipBeyondLimit(transaction, context, addressed, skipped);
  return { reachable: addressed.filter(isLeft), skipped };
}

function checkAddressable(subjects: readonly RecordAndTarget[], kind: PersonalChannel): void {
  const type = subjects[0]?.target.type;
  if (type && !addressField(type, kind)) throw new ActionFailed(`Messages are not sent to a ${displayName(type)}.`);
}

/** The limit is one of the person, over all automations, in the day of the firm. */
async function skipBeyondLimit(
  { em, now }: Transaction,
  { messagesPerDay, firmTimeZone }: ActionContext,
  addressed: readonly Reachable[],
  skipped: Map<number, string>,
): Promise<void> {
  if (messagesPerDay === 0) return;
  const midnight = DateTime.fromJSDate(now, { zone: firmTimeZone }).startOf('day').toJSDate();
  const sent = await messagesSince(
    em,
    addressed.flatMap(({ person: { own, others } }) => [own, ...others]),
    midnight,
  );
  for (const { recordID, target, person } of addressed) {
    const count = [person.own, ...person.others].reduce((sum, each) => sum + (sent.get(keyOf(each)) ?? 0), 0);
    if (count >= messagesPerDay)
      skipped.set(recordID, `${nameOf(target)} has already been sent ${count} messages today (daily limit: ${messagesPerDay}).`);
    else sent.set(keyOf(target), (sent.get(keyOf(target)) ?? 0) + 1);
  }
}
