import type { EntityManager } from 'typeorm';
import type { StoredChange } from '../changes';
import type { Vault } from '../config';
import type { Transaction } from '../database';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { insertRowsLater } from '../database/insert-rows';
import { sql, sqlMoment } from '../sql';
import { ENTRY_NAMES, hashOf, type StoredEntry } from './chain';
import { chainKeyFor, keysFor, vaultOf, type Keys } from './keys';
import { personsOf, splitFields } from './persons';

/** Adds the entries of changes, which follow each other, to the end of the chain. Its position must be locked. */
export async function appendEntries(transaction: Transaction, vault: Vault, changes: readonly StoredChange[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const chainKey = await chainKeyFor(transaction, vault, first.sequence);
  const persons = await personsOf(transaction, changes);
  const keys = await keysFor(transaction, vault, [...persons.values()].flat());
  let previousHash = await lastHash(transaction.em, first.sequence);
  const entries = changes.map((change): StoredEntry => {
    const entry = { previousHash, ...entryOf(transaction, change, persons.get(change) ?? [], keys) };
    previousHash = hashOf(chainKey, entry);
    return { ...entry, hash: previousHash };
  });
  await insertRowsLater(transaction.em, {
    table: 'audit_entry',
    columns: ENTRY_NAMES,
    rows: entries.map((entry) => ENTRY_NAMES.map((name) => entry[name])),
  });
}

/** Of the last entry before another; "" if there is none. */
async function lastHash(em: EntityManager, sequence: number): Promise<string> {
  const [[hash] = ['']] = await rows(em, sql`SELECT hash FROM audit_entry WHERE sequence < ${sequence} ORDER BY sequence DESC LIMIT 1`);
  return hash as string;
}

function entryOf(
  { types }: Transaction,
  change: StoredChange,
  persons: readonly string[],
  keys: Keys,
): Omit<StoredEntry, 'previousHash' | 'hash'> {
  const { sequence, type, recordID, action, version, events, at, byID, source, keyID, keyName, automationID, runID, address, requestID } =
    change;
  const { personal, others } = persons.length > 0 ? partsOf(types.named(type), change) : { personal: NOTHING, others: change.fieldsText };
  const isPersonal = personal !== NOTHING;
  return {
    ...{ sequence, type, recordID, action, version },
    events: JSON.stringify(events),
    fields: others,
    personal: isPersonal ? (vaultOf(persons, keys)?.seal(personal, String(sequence)) ?? '') : null,
    persons: isPersonal ? JSON.stringify(persons) : null,
    at: sqlMoment(new Date(at)),
    userID: byID,
    ...{ source, keyID, keyName, automationID, runID, address, requestID },
  };
}

const NOTHING = '{}';

/** What changed, as JSON. Everything that changes of a person is personal. */
function partsOf(type: RecordType, change: StoredChange): Record<'personal' | 'others', string> {
  if (type.isPerson) return { personal: change.fieldsText, others: NOTHING };
  const { personal, others } = splitFields(type, change.fields);
  return { personal: JSON.stringify(personal), others: JSON.stringify(others) };
}
