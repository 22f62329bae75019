import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { hashOf, type StoredEntry } from '../../src/core/audit/chain';
import { vaultOf } from '../../src/core/audit/keys';
import type { Vault } from '../../src/core/config';
import type { Row } from '../../src/core/database/rows';
import { lockCounter, setCounter } from './counters';
import { placeholders, stored, tuples, type Executor, type Value } from './executor';

/** As many changes at a time get their entries. */
const BATCH = 500;
/** The columns of an entry that are those of the change. */
const TAKEN = [
  ...(['sequence', 'type', 'recordID', 'action', 'version', 'events', 'source'] as const),
  ...(['keyID', 'keyName', 'automationID', 'runID', 'address', 'requestID'] as const),
];

/**
 * Adds the entries of changes to the audit. All that a change of a candidate says is about a person: it is encrypted with a key of theirs.
 * @returns whether there may be more
 */
export async function writeAuditEntries(connection: Executor, vault: Vault): Promise<boolean> {
  const audited = await lockCounter(connection, 'audited');
  const changes = await connection.rows(
    `SELECT fields, at, byID, ${TAKEN.join(', ')} FROM record_change WHERE sequence > ? ORDER BY sequence LIMIT ${BATCH}`,
    [audited],
  );
  if (changes.length === 0) return false;
  const chainKey = await chainKeyFor(connection, vault, audited + 1);
  const keys = await keysFor(connection, vault, [...new Set(changes.map(personOf))]);
  let previousHash = await lastHash(connection);
  const entries = changes.map((change): StoredEntry => {
    const entry = { previousHash, ...entryOf(change, keys) };
    previousHash = hashOf(chainKey, entry);
    return { ...entry, hash: previousHash };
  });
  await connection.run(
    `INSERT INTO audit_entry (${Object.keys(entries[0]!).join(', ')}) VALUES ${tuples(entries.map((entry) => Object.values(entry)))}`,
    entries.flatMap((entry) => Object.values(entry) as Value[]),
  );
  await setCounter(connection, 'audited', entries.at(-1)!.sequence);
  return changes.length === BATCH;
}

function personOf([, , , , type, id]: Row): string {
  // no other records are changed while the two are compared
  if (type !== 'Candidate') throw new Error(`Bare cannot audit changes of ${String(type)}.`);
  return `${type}/${String(id)}`;
}

function entryOf(change: Row, keys: ReadonlyMap<string, Buffer>): Omit<StoredEntry, 'previousHash' | 'hash'> {
  const [fields, at, userID, ...taken] = change as [string, string, number, ...unknown[]];
  const entry = Object.fromEntries(TAKEN.map((name, index) => [name, taken[index]])) as Pick<StoredEntry, (typeof TAKEN)[number]>;
  const [sequence, persons] = [Number(entry.sequence), [personOf(change)]];
  const personal = vaultOf(persons, keys)?.seal(fields, String(sequence)) ?? '';
  const moment = stored(new Date(`${at.replace(' ', 'T')}Z`));
  return { ...entry, sequence, fields: '{}', personal, persons: JSON.stringify(persons), at: moment, userID };
}

/** Those that there are not are made. */
async function keysFor(connection: Executor, vault: Vault, names: readonly string[]): Promise<Map<string, Buffer>> {
  const found = await connection.rows(`SELECT name, sealed FROM audit_key WHERE name IN (${placeholders(names)})`, names);
  const keys = new Map(found.map(([name, sealed]) => [String(name), opened(vault, String(name), String(sealed))]));
  const made = names.filter((name) => !keys.has(name)).map((name): [string, Buffer] => [name, randomBytes(32)]);
  await insertKeys(connection, vault, made);
  return new Map([...keys, ...made]);
}

async function chainKeyFor(connection: Executor, vault: Vault, sequence: number): Promise<KeyObject> {
  const found = await connection.rows("SELECT name, sealed FROM audit_key WHERE name LIKE 'chain/%' ORDER BY createdDate DESC LIMIT 1");
  for (const [name, sealed] of found as [string, string][]) return createSecretKey(opened(vault, name, sealed));
  const made = randomBytes(32);
  await insertKeys(connection, vault, [[`chain/${sequence}`, made]]);
  return createSecretKey(made);
}

const opened = (vault: Vault, name: string, sealed: string): Buffer => Buffer.from(vault.open(sealed, name), 'base64');

async function insertKeys(connection: Executor, vault: Vault, made: readonly [name: string, key: Buffer][]): Promise<void> {
  const now = stored(new Date());
  const rows = made.map(([name, key]): Value[] => [name, vault.seal(key.toString('base64'), name), now]);
  if (rows.length > 0) await connection.run(`INSERT INTO audit_key (name, sealed, createdDate) VALUES ${tuples(rows)}`, rows.flat());
}

async function lastHash(connection: Executor): Promise<string> {
  const [[hash] = ['']] = await connection.rows('SELECT hash FROM audit_entry ORDER BY sequence DESC LIMIT 1');
  return String(hash);
}
