import type { Unit } from '../../database';
import { queueDeliveries, queueDelivery, type NewDelivery } from '../../deliveries';
import { notify } from '../../notifications';
import { answersOf, spoken, type Answer } from '../../records';
import type { ActionOf } from '../actions/action';
import { webhookType } from '../catalogue/webhook-type';
import type { Acting, On } from './acting';
import { filled } from './filled';
import { addressOf, userMeant } from './people';

/** Leaves a notification for a user, and an e-mail where the user has an address. */
export async function notifyUser(
  unit: Unit,
  { definition, run }: Acting,
  { id, params }: ActionOf<'notifyUser'>,
  { recordID, target }: On,
): Promise<boolean> {
  const userID = await userMeant(unit, target, params.user);
  const address = await addressOf(unit, userID);
  const [message] = await filled(unit, definition.record, recordID, params.message);
  const about = { type: target.type.name, id: target.id };
  await notify(unit, { userID, message, about });
  if (address === undefined) return true;
  const body = `${message}\n\nThis is about the ${spoken(target.type)} ${target.id}.`;
  await queueDelivery(unit, {
    kind: 'email',
    to: address,
    subject: unit.caller.name || 'Notification',
    body,
    about,
    dedupeKey: `${run.id}/${recordID}/${id}`,
  });
  return true;
}

/** Queues the whole record for a program outside. */
export async function webhook(unit: Unit, acting: Acting, action: ActionOf<'webhook'>, { recordID, target }: On): Promise<boolean> {
  const [record] = await answersOf(unit, target.type, [target.id]);
  await queueDelivery(unit, posted(unit, acting, action, { recordID, target }, record));
  return true;
}

/** The same for many records of the rule. */
export async function webhooks(
  unit: Unit,
  acting: Acting,
  action: ActionOf<'webhook'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const type = acting.definition.record;
  const answers = new Map((await answersOf(unit, type, ids)).map((answer) => [answer['id'], answer]));
  await queueDeliveries(
    unit,
    ids.map((id) => posted(unit, acting, action, { recordID: id, target: { type, id } }, answers.get(id))),
  );
  return new Set(ids);
}

function posted(
  { now }: Unit,
  { definition: { event }, run }: Acting,
  { id, params }: ActionOf<'webhook'>,
  { recordID, target }: On,
  record: Answer | undefined,
): NewDelivery {
  const data = {
    automationId: run.automationID,
    runId: run.id,
    module: event.module,
    recordType: target.type.name,
    recordId: target.id,
    record,
  };
  const body = JSON.stringify({ type: webhookType(event, run.trigger), timestamp: now.toISOString(), data });
  return {
    kind: 'webhook',
    to: params.url,
    body,
    about: { type: target.type.name, id: target.id },
    dedupeKey: `${run.id}/${recordID}/${id}`,
  };
}
