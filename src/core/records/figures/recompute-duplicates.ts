import { execute, rows } from '../../database/rows';
import type { Transaction, View } from '../../database/transactions';
import { duplicateFields, duplicateGroupTable, duplicateTable, storedKeysOf } from '../../fields/duplicate-keys';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values } from '../../sql';
import { countAgain, isLikely, lockGroups } from '../writing/duplicate-rows';
import { insertRows } from '../../database/insert-rows';
import { loadAll, recordReader } from '../writing/stored';

/** Those of the ids whose keys are not those of their fields, or not counted. Both are read at one moment. */
export async function staleDuplicates({ em }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const { fields, recordOf } = recordReader(type, ['id', ...duplicateFields(type)]);
  const cells = list(fields.map(({ name }) => identifier('r', name)));
  const found = await rows(
    em,
    sql`SELECT d.value, g.value, ${cells} FROM ${identifier(type.table)} r LEFT JOIN ${identifier(duplicateTable(type))} d ON d.id = r.id LEFT JOIN ${identifier(duplicateGroupTable(type))} g ON g.value = d.value WHERE r.id IN (${values(ids)})`,
  );
  const records = new Map<number, { readonly expected: string[]; readonly stored: unknown[] }>();
  for (const [stored, counted, ...own] of found) {
    const record = recordOf(own);
    const id = record['id'] as number;
    const keys = records.get(id) ?? { expected: keysOf(type, record), stored: [] };
    records.set(id, keys);
    if (stored !== null) keys.stored.push(counted === null ? 'not counted' : stored);
  }
  return [...records].filter(([, { expected, stored }]) => expected.join() !== stored.toSorted().join()).map(([id]) => id);
}

/** In ascending order. */
const keysOf = (type: RecordType, record: object): string[] =>
  storedKeysOf(type, record)
    .map(({ value }) => value)
    .sort();

/** Writes the keys of records anew, and counts again how many have them. */
export async function fixDuplicates({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> {
  const records = (await loadAll(em, type, ids)) as { id: number }[];
  const expected = records.flatMap((record) => keysOf(type, record).map((value) => ({ value, id: record.id })));
  const stored = await rows(em, sql`SELECT DISTINCT value FROM ${identifier(duplicateTable(type))} WHERE id IN (${values(ids)})`);
  const concerned = [...new Set([...expected.map(({ value }) => value), ...stored.map(([value]) => value as string)])].sort();
  await lockGroups(em, type, concerned);
  await execute(em, sql`DELETE FROM ${identifier(duplicateTable(type))} WHERE id IN (${values(ids)})`);
  await insertRows(em, {
    table: duplicateTable(type),
    columns: ['value', 'id'],
    rows: expected.map(({ value, id }) => [value, id]),
  });
  await countAgain(em, type, concerned);
}

/** Some keys in ascending order, and those of them whose records are counted wrongly. */
interface CheckedGroups {
  readonly keys: readonly string[];
  readonly stale: readonly string[];
}

/** Checks the next groups after a key. */
export async function checkGroups({ em }: View, type: RecordType, after: string, most: number): Promise<CheckedGroups> {
  const groups = identifier(duplicateGroupTable(type));
  const part = await rows(em, sql`SELECT value FROM ${groups} WHERE value > ${after} ORDER BY value LIMIT ${most}`);
  const keys = part.map(([value]) => value as string);
  if (keys.length === 0) return { keys, stale: [] };
  const counted = sql`SELECT g.value AS value, g.members AS members, g.likely AS likely, COUNT(d.id) AS counted FROM ${groups} g LEFT JOIN ${identifier(duplicateTable(type))} d ON d.value = g.value WHERE g.value IN (${values(keys)}) GROUP BY g.value, g.members, g.likely`;
  const stale = await rows(
    em,
    sql`SELECT value FROM (${counted}) c WHERE members <> counted OR likely <> ${isLikely(type, sql`counted`)} ORDER BY value`,
  );
  return { keys, stale: stale.map(([value]) => value as string) };
}

/** @param keys in ascending order */
export async function fixGroups({ em }: Transaction, type: RecordType, keys: readonly string[]): Promise<void> {
  await lockGroups(em, type, keys);
  await countAgain(em, type, keys);
}
