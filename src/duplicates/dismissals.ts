import { audit } from '../core/changes';
import type { Transaction, View } from '../core/database';
import { execute, rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import type { PersonalDataHolder } from '../core/personal-data';
import { sql, sqlMoment, Sql, tuples, values } from '../core/sql';
import { INSERT_IF_ABSENT } from '../core/sql/dialect';

/** The lower id first. */
export type Pair = readonly [first: number, second: number];

/** All pairs among some records. */
function pairsAmong(ids: readonly number[]): Pair[] {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  return sorted.flatMap((first, index) => sorted.slice(index + 1).map((second): Pair => [first, second]));
}

export const keyOfPair = ([first, second]: Pair): string => `${first} ${second}`;

/** Those of the pairs that somebody has declared distinct. */
export async function dismissedAmong({ em }: View, { name }: RecordType, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const firsts = values([...new Set(pairs.map(([first]) => first))]);
  const found = await rows(em, sql`SELECT firstID, secondID FROM duplicate_dismissal WHERE type = ${name} AND firstID IN (${firsts})`);
  return new Set(found.map((pair) => keyOfPair(pair as [number, number])));
}

/** Declares all pairs among some records distinct, or no longer; what is so already is left alone. */
export async function setDismissed(
  transaction: Transaction,
  type: RecordType,
  ids: readonly number[],
  isDismissed: boolean,
): Promise<void> {
  const pairs = pairsAmong(ids);
  const known = await dismissedAmong(transaction, type, pairs);
  const changed = pairs.filter((pair) => known.has(keyOfPair(pair)) !== isDismissed);
  if (changed.length === 0) return;
  await (isDismissed ? insert : remove)(transaction, type, changed);
  for (const first of new Set(changed.map(([id]) => id))) {
    const others = changed.filter(([id]) => id === first).map(([, second]) => second);
    const distinctFrom = isDismissed ? ([[], others] as const) : ([others, []] as const);
    await audit(transaction, { type: type.name, recordID: first, action: 'updated', fields: { distinctFrom } });
  }
}

/** What has been said of records that are merged into another one is said of that one. */
export async function moveDismissals(transaction: Transaction, type: RecordType, from: readonly number[], to: number): Promise<void> {
  const found = await rows(
    transaction.em,
    sql`SELECT firstID, secondID FROM duplicate_dismissal WHERE type = ${type.name} AND ${ofAny(from)}`,
  );
  const moved = (found as [number, number][]).flatMap(([first, second]) =>
    pairsAmong([first, second].map((id) => (from.includes(id) ? to : id))),
  );
  await removeOf(transaction, type, from);
  if (moved.length > 0) await insert(transaction, type, moved);
}

/** The pairs that a person has been declared distinct in. */
export const dismissalsOfPersons: PersonalDataHolder = {
  name: 'declaredDistinct',
  async read({ em }, { type, ids }) {
    const found = await rows(
      em,
      sql`SELECT firstID, secondID, dismissedByID, dismissedDate FROM duplicate_dismissal WHERE type = ${type.name} AND ${ofAny(ids)} ORDER BY firstID, secondID`,
    );
    return found.map(([firstID, secondID, dismissedByID, dismissedDate]) => ({ firstID, secondID, dismissedByID, dismissedDate }));
  },
  erase: (transaction, { type, ids }) => removeOf(transaction, type, ids),
};

const ofAny = (ids: readonly number[]): Sql => sql`(firstID IN (${values(ids)}) OR secondID IN (${values(ids)}))`;

async function insert({ em, caller, now }: Transaction, { name }: RecordType, pairs: readonly Pair[]): Promise<void> {
  const added = pairs.map((pair) => [name, ...pair, caller.userID, sqlMoment(now)]);
  await execute(
    em,
    sql`${new Sql(INSERT_IF_ABSENT)} duplicate_dismissal (type, firstID, secondID, dismissedByID, dismissedDate) VALUES ${tuples(added)}`,
  );
}

async function remove({ em }: Transaction, { name }: RecordType, pairs: readonly Pair[]): Promise<void> {
  for (const [first, second] of pairs)
    await execute(em, sql`DELETE FROM duplicate_dismissal WHERE type = ${name} AND firstID = ${first} AND secondID = ${second}`);
}

const removeOf = async ({ em }: Transaction, { name }: RecordType, ids: readonly number[]): Promise<void> =>
  void (await execute(em, sql`DELETE FROM duplicate_dismissal WHERE type = ${name} AND ${ofAny(ids)}`));
