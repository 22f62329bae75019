import type { View } from '../../core/database';
import type { RecordType } from '../../core/fields/record-type';
import { lockedRows, values } from '../../core/records';
import { identifier, list, sql, type Sql } from '../../core/sql';
import { zoneOfAddress, type Whereabouts } from '../../core/time/zone-of-address';
import { addressField, type PersonalChannel } from './addresses';
import { keyOf, type Recipient } from './recipient';

/** What decides whether a message may go to a record. */
export interface RecipientState extends Recipient {
  /** "" for none. */
  readonly address: string;
  readonly isDeleted: boolean;
  readonly optOut: boolean;
  /** IANA, by its address; null: not known. */
  readonly timeZone: string | null;
}

/** Of those that exist, by their keys. In a transaction they are locked, in the order of their types and ids. */
export async function statesOf(
  view: View,
  channel: PersonalChannel,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, RecipientState>> {
  const types = [...new Set(recipients.map(({ type }) => type))].sort((one, other) => (one.name < other.name ? -1 : 1));
  const states: RecipientState[] = [];
  for (const type of types) {
    const ids = new Set(recipients.filter((each) => each.type === type).map(({ id }) => id));
    states.push(...(await statesOfType(view, type, [...ids], channel)));
  }
  return new Map(states.map((state) => [keyOf(state), state]));
}

async function statesOfType({ em }: View, type: RecordType, ids: readonly number[], channel: PersonalChannel): Promise<RecipientState[]> {
  const field = addressField(type, channel);
  const flag = (name: string): Sql => (type.findField(name) ? identifier(name) : sql`0`);
  const part = (name: string): Sql => (type.findField(name) ? identifier(name) : sql`NULL`);
  const place = list(['latitude', 'longitude', 'state', 'countryCode'].map(part));
  const columns = sql`id, ${field ? identifier(field.name) : sql`NULL`}, ${flag('deleted')}, ${flag('optOut')}, ${place}`;
  const query = sql`SELECT ${columns} FROM ${identifier(type.table)} WHERE id IN (${values([...ids])}) ORDER BY id`;
  const found = await lockedRows(em, type, query);
  return found.map(([id, address, deleted, optOut, latitude, longitude, state, countryCode]) => ({
    type,
    id: id as number,
    address: typeof address === 'string' ? address : '',
    isDeleted: Boolean(deleted),
    optOut: Boolean(optOut),
    timeZone: zoneOfAddress({ latitude, longitude, state, countryCode } as Whereabouts) ?? null,
  }));
}
