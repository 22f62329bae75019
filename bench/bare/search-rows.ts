import { candidates } from '../../src/candidates';
import { storedKeysOf } from '../../src/core/fields/duplicate-keys';
import { wordKeys } from '../../src/core/fields/word-table';
import { sql } from '../../src/core/sql';
import { inserted, orSet } from '../../src/core/sql/dialect';
import { placeholders, tuples, type Executor, type Value } from './executor';

/** The fields whose words the search over all types of records finds. */
const SEARCHED = ['preferredName', 'fullName', 'jobTitle', 'employer', 'summary'] as const;

/** By kind, so many records may have a key and still look like duplicates. */
const MOST = "CASE SUBSTR(value, 1, 1) WHEN '3' THEN 10 ELSE 50 END";
const SUM = `members + ${inserted('members').text}`;
const COUNTED = orSet(['value'], sql``).text + `likely = CASE WHEN ${SUM} BETWEEN 2 AND ${MOST} THEN 1 ELSE 0 END, members = ${SUM}`;

/** The fields of a candidate by which it is found. */
type Fields = Readonly<Record<string, Value | Date>>;

/** A candidate before and after; a new one has nothing before. */
export interface FoundBy {
  readonly id: number;
  readonly before: Fields;
  readonly after: Fields;
}

/** Writes the words by which candidates are found, and the keys by which duplicates are, as far as they change. */
export async function saveSearchRows(connection: Executor, changes: readonly FoundBy[]): Promise<void> {
  const words = changes.map(({ id, before, after }) => ({ id, ...difference(wordsOf(before), wordsOf(after)) }));
  const keys = changes.map(({ id, before, after }) => ({ id, ...difference(keysOf(before), keysOf(after)) }));
  await replace(connection, 'candidate_word', ['field', 'word'], words);
  await count(connection, keys);
  await replace(connection, 'candidate_duplicate', ['value'], keys);
}

const wordsOf = (fields: Fields): string[][] => SEARCHED.flatMap((name) => wordKeys(fields[name]).map((word) => [name, word]));
const keysOf = (fields: Fields): string[][] => storedKeysOf(candidates, fields).map(({ value }) => [value]);

interface Difference {
  readonly removed: readonly string[][];
  readonly added: readonly string[][];
}

function difference(before: readonly string[][], after: readonly string[][]): Difference {
  const [were, are] = [before, after].map((all) => new Set(all.map(String))) as [Set<string>, Set<string>];
  return { removed: before.filter((each) => !are.has(String(each))), added: after.filter((each) => !were.has(String(each))) };
}

type Differences = readonly (Difference & { readonly id: number })[];

async function replace(connection: Executor, table: string, columns: readonly string[], changes: Differences): Promise<void> {
  const rowsOf = (which: 'removed' | 'added') => changes.flatMap(({ id, [which]: cells }) => cells.map((each) => [...each, id]));
  const [removed, added] = [rowsOf('removed'), rowsOf('added')];
  const isRow = `(${[...columns, 'id'].map((name) => `${name} = ?`).join(' AND ')})`;
  if (removed.length > 0) await connection.run(`DELETE FROM ${table} WHERE ${removed.map(() => isRow).join(' OR ')}`, removed.flat());
  if (added.length > 0)
    await connection.run(`INSERT INTO ${table} (${[...columns, 'id'].join(', ')}) VALUES ${tuples(added)}`, added.flat());
}

/** In the order of the keys, so that transactions cannot deadlock. */
async function count(connection: Executor, changes: Differences): Promise<void> {
  const counts = new Map<string, number>();
  const add = (keys: readonly string[][], by: number): void =>
    keys.forEach(([key = '']) => void counts.set(key, (counts.get(key) ?? 0) + by));
  for (const { removed, added } of changes) {
    add(removed, -1);
    add(added, 1);
  }
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, by]) => [key, by, by >= 2 ? 1 : 0]);
  if (rows.length === 0) return;
  await connection.run(`INSERT INTO candidate_duplicate_group (value, members, likely) VALUES ${tuples(rows)}${COUNTED}`, rows.flat());
  const fewer = [...counts].filter(([, by]) => by < 0).map(([key]) => key);
  if (fewer.length > 0)
    await connection.run(`DELETE FROM candidate_duplicate_group WHERE value IN (${placeholders(fewer)}) AND members <= 0`, fewer);
}
