import type { View } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';
import { select } from '../../core/query';
import { values } from '../../core/records';
import { identifier, sql, Sql } from '../../core/sql';
import { fold } from '../../core/text/fold';
import { addressField, ADDRESSES, type PersonalChannel } from './addresses';
import { personTypes, type SamePerson } from './recipient';

/** The live persons that have the address to which messages to some records go. */
export async function recordsAtSameAddress(
  view: View,
  type: RecordType,
  ids: readonly number[],
  channel: PersonalChannel,
): Promise<SamePerson[]> {
  const idsByAddress = new Map<string, number[]>();
  for (const { id, address } of await addressesOf(view, type, ids, channel))
    idsByAddress.set(address, [...(idsByAddress.get(address) ?? []), id]);
  if (idsByAddress.size === 0) return [];
  const found: SamePerson[] = [];
  for (const other of personTypes(view))
    for (const field of ADDRESSES[channel].known.flatMap((name) => other.findField(name) ?? []))
      for (const { id, address } of await recordsWith(view, other, field, [...idsByAddress.keys()]))
        for (const own of idsByAddress.get(address) ?? []) found.push({ id: own, other: { type: other, id } });
  return found;
}

interface AddressOf {
  readonly id: number;
  /** Folded. */
  readonly address: string;
}

async function addressesOf({ em }: View, type: RecordType, ids: readonly number[], channel: PersonalChannel): Promise<AddressOf[]> {
  const field = addressField(type, channel);
  if (!field) return [];
  return folded(await rows(em, sql`SELECT id, ${identifier(field.name)} FROM ${identifier(type.table)} WHERE id IN (${values([...ids])})`));
}

/** By the key of the field. */
async function recordsWith(view: View, type: RecordType, field: Field, addresses: readonly string[]): Promise<AddressOf[]> {
  const { types, now } = view;
  const where = { kind: 'rule', field, operator: 'in', operands: addresses } as const;
  const found = select(type, { types, scope: { divisions: 'all' }, now, timeZone: 'UTC', where });
  const ids = new Sql(`SELECT r.id FROM ${found.from} WHERE ${found.where}`, found.params);
  return folded(await rows(view.em, sql`SELECT a.id, a.${identifier(field.name)} FROM ${identifier(type.table)} a WHERE a.id IN (${ids})`));
}

const folded = (found: readonly (readonly unknown[])[]): AddressOf[] =>
  found.flatMap(([id, text]) => (typeof text === 'string' && text !== '' ? [{ id: id as number, address: fold(text) }] : []));
