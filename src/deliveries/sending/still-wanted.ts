import type { Transaction } from '../../core/database';
import { cancel } from '../cancel';
import { Delivery } from '../delivery.entity';
import { ADDRESSES, keyOf, nameOf, peopleBehind, reasonAgainst, type Person, type PersonalChannel } from '../people';
import { recipientErrors } from '../recipients';

/** A message to a record. */
type Personal = Delivery & { readonly kind: PersonalChannel; readonly personType: string; readonly personID: number };

const isPersonal = (delivery: Delivery): delivery is Personal =>
  delivery.kind !== 'webhook' && delivery.personType !== null && delivery.personID !== null;

/**
 * Looks again at whom messages go to, since much may have happened since they were queued: those to people who are deleted, have opted
 * out or have no address any more are cancelled, and others go to the present address.
 * @returns those that are still to be sent
 */
export async function stillWanted(transaction: Transaction, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const left = new Set(deliveries);
  for (const messages of groups(deliveries.filter(isPersonal))) {
    const [{ kind, personType }] = messages;
    const type = transaction.types.named(personType);
    const people = await peopleBehind(
      transaction,
      kind,
      messages.map(({ personID }) => ({ type, id: personID })),
    );
    for (const message of messages) {
      const recipient = { type, id: message.personID };
      const person = people.get(keyOf(recipient));
      const reason = person ? reasonToCancel(person, kind) : `${nameOf(recipient)} does not exist any more.`;
      if (reason !== undefined) {
        left.delete(message);
        await cancel(transaction, { id: message.id }, reason);
      } else if (person) await readdress(transaction, message, person);
    }
  }
  return [...left];
}

/** Of one kind and to records of one type each. */
function groups(messages: readonly Personal[]): (readonly [Personal, ...Personal[]])[] {
  const found = new Map<string, [Personal, ...Personal[]]>();
  for (const message of messages) {
    const key = `${message.kind} ${message.personType}`;
    const group = found.get(key);
    if (group) group.push(message);
    else found.set(key, [message]);
  }
  return [...found.values()];
}

function reasonToCancel(person: Person, kind: PersonalChannel): string | undefined {
  const { own } = person;
  const isReachable = own.address !== '' && recipientErrors(kind, own.address).length === 0;
  return reasonAgainst(person, kind) ?? (isReachable ? undefined : `${nameOf(own)} has no ${ADDRESSES[kind].name} any more.`);
}

async function readdress({ em }: Transaction, message: Delivery, { own: { address, timeZone } }: Person): Promise<void> {
  if (message.recipient === address && message.timeZone === timeZone) return;
  Object.assign(message, { recipient: address, timeZone });
  await em.update(Delivery, { id: message.id }, { recipient: address, timeZone });
}
