import type { View } from '../../core/database';
import type { PersonalChannel } from './addresses';
import { linkedRecords } from './linked-records';
import { keyOf, type Recipient } from './recipient';
import { statesOf, type RecipientState } from './recipient-state';
import { recordsAtSameAddress } from './same-address';

/** A person: the record that a message goes to, and all others that have the same address or are linked with it. */
export interface Person {
  readonly own: RecipientState;
  readonly others: readonly RecipientState[];
}

/**
 * The persons behind some records of one type, by the keys of these; one that does not exist is left out. In a transaction their records
 * are locked, in the same order by whoever does so: messages to a person are counted one after the other.
 */
export async function peopleBehind(view: View, channel: PersonalChannel, recipients: readonly Recipient[]): Promise<Map<string, Person>> {
  const [first] = recipients;
  if (!first) return new Map();
  const ids = recipients.map(({ id }) => id);
  const same = [...(await linkedRecords(view, first.type, ids)), ...(await recordsAtSameAddress(view, first.type, ids, channel))];
  const states = await statesOf(view, channel, [...recipients, ...same.map(({ other }) => other)]);
  const keysOfSame = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const { id, other } of same) keysOfSame.get(id)?.add(keyOf(other));
  const people = new Map<string, Person>();
  for (const recipient of recipients) {
    const own = states.get(keyOf(recipient));
    const keys = keysOfSame.get(recipient.id)!;
    keys.delete(keyOf(recipient));
    if (own) people.set(keyOf(recipient), { own, others: [...keys].flatMap((key) => states.get(key) ?? []) });
  }
  return people;
}
