import { DateTime } from 'luxon';
import type { Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { messagesSince, queueDelivery, type NewDelivery } from '../../deliveries';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, Sql } from '../../query';
import { spoken } from '../../records';
import { ActivityCategory } from '../../terms/numbers';
import type { ActionOf } from '../actions/action';
import type { Acting, On } from './acting';
import { CannotAct, LeftOut } from './cannot-act';
import { filled } from './filled';
import { createTrace } from './perform-activity';
import { addressOf, userMeant } from './people';
import type { Target } from './target';

/** Where each kind of person is reached: the first of these fields that the type has. */
const EMAIL = ['email1', 'email'] as const;
const MOBILE = ['mobile_Standardised'] as const;

/** Queues an e-mail to the person, and leaves it among the person's activities. */
export async function sendEmail(
  unit: Unit,
  acting: Acting,
  { id, params }: ActionOf<'sendEmail'>,
  { recordID, target }: On,
): Promise<boolean> {
  const to = await reached(unit, acting, target, EMAIL, 'e-mail address');
  const [said, body] = await filled(unit, acting.definition.record, recordID, params.subject, params.body);
  const subject = oneLine(said);
  const replyTo = params.replyTo && (await addressOf(unit, await userMeant(unit, target, params.replyTo)));
  const queued = await queueDelivery(unit, {
    ...circumstances(acting, id, recordID, target),
    kind: 'email',
    to,
    subject,
    body,
    ...(replyTo ? { replyTo } : {}),
  });
  await createTrace(unit, target, ActivityCategory.Email, `${subject}\n\n${body}`, queued);
  return true;
}

/** Queues a text message to the person, and leaves it among the person's activities. */
export async function sendSms(unit: Unit, acting: Acting, { id, params }: ActionOf<'sendSms'>, { recordID, target }: On): Promise<boolean> {
  const to = await reached(unit, acting, target, MOBILE, 'mobile number that can be called');
  const [body] = await filled(unit, acting.definition.record, recordID, params.text);
  const queued = await queueDelivery(unit, { ...circumstances(acting, id, recordID, target), kind: 'sms', to, body });
  await createTrace(unit, target, ActivityCategory.Sms, body, queued);
  return true;
}

/** Run, record and action say that it is the same message. */
function circumstances(
  { run, definition }: Acting,
  actionID: string,
  recordID: number,
  { type, id }: Target,
): Pick<NewDelivery, 'about' | 'person' | 'dedupeKey'> {
  return {
    about: { type: definition.record.name, id: recordID },
    person: { type: type.name, id },
    dedupeKey: `${run.id}/${recordID}/${actionID}`,
  };
}

/** Where the person is reached. @throws LeftOut for who opted out or had enough today, CannotAct for who cannot be reached */
async function reached(unit: Unit, acting: Acting, target: Target, fields: readonly string[], what: string): Promise<string> {
  const name = `The ${spoken(target.type)} ${target.id}`;
  const { address, optOut } = await personAt(unit, target, fields);
  if (optOut) throw new LeftOut(`${name} has opted out of messages.`);
  if (address === '') throw new CannotAct(`${name} has no ${what}.`);
  await refuseTooMany(unit, acting, target, name);
  return address;
}

/** Locked: nobody else counts what this person has had today until this message counts too. */
async function personAt({ em }: Unit, { type, id }: Target, fields: readonly string[]): Promise<{ address: string; optOut: boolean }> {
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
  if (!found) throw new CannotAct(`Messages are not sent to a ${spoken(type)}.`);
  return found;
}

/** Counted over all automations, in the day of the firm. */
async function refuseTooMany({ em, now }: Unit, { messagesPerDay, definition }: Acting, { type, id }: Target, name: string): Promise<void> {
  if (messagesPerDay === 0) return;
  const midnight = DateTime.fromJSDate(now, { zone: definition.timeZone }).startOf('day').toJSDate();
  const sent = await messagesSince(em, { type: type.name, id }, midnight);
  if (sent >= messagesPerDay)
    throw new LeftOut(`${name} has had ${sent} messages today, and gets no more than ${messagesPerDay} in a day.`);
}

/** A value may have several lines; a subject has one. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
