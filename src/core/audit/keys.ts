import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { SecretKey, Vault } from '../config';
import type { Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { sql, sqlMoment, tuples, values } from '../sql';

/** Keys by their names; null: it has been destroyed. */
export type Keys = ReadonlyMap<string, Buffer | null>;

const CHAIN = 'chain/';
const KEY_BYTES = 32;

/** The keys of these names that there are. They are read anew each time, so that a destroyed one is in no memory. */
export async function keysOf(em: EntityManager, vault: Vault, names: readonly string[]): Promise<Map<string, Buffer | null>> {
  if (names.length === 0) return new Map();
  const found = await rows(em, sql`SELECT name, sealed FROM audit_key WHERE name IN (${values([...new Set(names)])})`);
  return new Map(found.map(([name, sealed]) => [name as string, opened(vault, name as string, sealed as string | null)]));
}

/** The same; those that there are not are made. */
export async function keysFor(transaction: Transaction, vault: Vault, names: readonly string[]): Promise<Keys> {
  const keys = await keysOf(transaction.em, vault, names);
  const missing = [...new Set(names)].filter((name) => !keys.has(name));
  // in one go: each call takes microseconds, and an import has thousands of new persons
  const random = randomBytes(missing.length * KEY_BYTES);
  const made = missing.map((name, index): [string, Buffer] => [name, random.subarray(index * KEY_BYTES, (index + 1) * KEY_BYTES)]);
  if (made.length > 0) await insert(transaction, vault, made);
  return new Map([...keys, ...made]);
}

/** Destroys keys, and sees to it that they are never made again. */
export async function destroyKeys({ em, now }: Transaction, names: readonly string[]): Promise<void> {
  await execute(em, sql`DELETE FROM audit_key WHERE name IN (${values(names)})`);
  await execute(
    em,
    sql`INSERT INTO audit_key (name, sealed, createdDate) VALUES ${tuples(names.map((name) => [name, null, sqlMoment(now)]))}`,
  );
}

/** What is encrypted with all of some keys, and can be decrypted with all of them only. */
export function vaultOf(names: readonly string[], keys: Keys): Vault | undefined {
  const hash = createHash('sha256');
  for (const name of names.toSorted()) {
    const key = keys.get(name);
    if (!key) return undefined;
    hash.update(key);
  }
  return new Vault(new SecretKey(hash.digest()));
}

/** The key of the chain of hashes from a certain entry on; null: it has been lost. */
export interface ChainKey {
  readonly from: number;
  readonly key: KeyObject | null;
}

/** The keys of the chain, the last one first: there is another one after the secret key has been lost. */
export async function chainKeys(em: EntityManager, vault: Vault): Promise<ChainKey[]> {
  const found = await rows(em, sql`SELECT name, sealed FROM audit_key WHERE name LIKE ${`${CHAIN}%`}`);
  const keys = found.map(([name, sealed]) => {
    const key = opened(vault, name as string, sealed as string | null);
    return { from: Number((name as string).slice(CHAIN.length)), key: key && createSecretKey(key) };
  });
  return keys.sort((one, other) => other.from - one.from);
}

/** The key of the next entry of the chain. */
export async function chainKeyFor(transaction: Transaction, vault: Vault, sequence: number): Promise<KeyObject> {
  const [last] = await chainKeys(transaction.em, vault);
  if (last?.key) return last.key;
  const made = randomBytes(KEY_BYTES);
  await insert(transaction, vault, [[`${CHAIN}${sequence}`, made]]);
  return createSecretKey(made);
}

/** @throws Unavailable in a process that has not got the present secret key yet: it must not make other keys */
const opened = (vault: Vault, name: string, sealed: string | null): Buffer | null =>
  sealed === null ? null : Buffer.from(vault.open(sealed, name), 'base64');

const insert = ({ em, now }: Transaction, vault: Vault, made: readonly (readonly [string, Buffer])[]): Promise<number> =>
  execute(
    em,
    sql`INSERT INTO audit_key (name, sealed, createdDate) VALUES ${tuples(
      made.map(([name, key]) => [name, vault.seal(key.toString('base64'), name), sqlMoment(now)]),
    )}`,
  );
