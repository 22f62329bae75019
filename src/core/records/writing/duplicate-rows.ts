import type { EntityManager } from 'typeorm';
import { execute } from '../../database/rows';
import { affectsKeys, duplicateGroupTable, duplicateTable, kindNumber, storedKeysOf } from '../../fields/duplicate-keys';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values, type Sql } from '../../sql';
import { inserted, orSet } from '../../sql/dialect';
import type { RecordChange } from '../rules';
import { batches, insertion, insertRows, type Columns } from './statements';

/** Keys per statement. */
const BATCH = 5000;

/** Inserts the keys of new records by which duplicates are found. */
export const insertDuplicateRows = (em: EntityManager, type: RecordType, records: readonly object[]): Promise<void> =>
  changeDuplicateRows(
    em,
    type,
    records.map((record) => ({ before: {}, after: record })),
    keysBefore,
  );

/** Writes the keys of changed records anew. */
export async function replaceDuplicateRows(em: EntityManager, type: RecordType, changes: readonly RecordChange[]): Promise<void> {
  const concerned = changes.filter(({ before, after }) => affectsKeys(type, before, after));
  await changeDuplicateRows(em, type, concerned, (before) => storedKeysOf(type, before).map(({ value }) => value));
}

const keysBefore = (): string[] => [];

/**
 * Counts first, so that the rows of the groups are locked: who waits for them sees all other records of the group. In the order of the
 * keys, so that transactions cannot deadlock.
 */
async function changeDuplicateRows(
  em: EntityManager,
  type: RecordType,
  changes: readonly RecordChange[],
  before: (record: object) => readonly string[],
): Promise<void> {
  if (type.duplicateKinds.length === 0 || changes.length === 0) return;
  const counts = new Map<string, number>();
  const count = (value: string, by: number): void => void counts.set(value, (counts.get(value) ?? 0) + by);
  const rows = changes.flatMap((change) => {
    for (const value of before(change.before)) count(value, -1);
    const own = storedKeysOf(type, change.after).map(({ value }) => value);
    for (const value of own) count(value, 1);
    return own.map((value): Columns => [
      ['value', value],
      ['id', (change.after as { id: number }).id],
    ]);
  });
  await countMembers(em, type, counts);
  const stored = changes.filter((change) => before(change.before).length > 0).map(({ after }) => (after as { id: number }).id);
  if (stored.length > 0) await execute(em, sql`DELETE FROM ${identifier(duplicateTable(type))} WHERE id IN (${values(stored)})`);
  await insertRows(em, duplicateTable(type), rows);
}

/** Changes how many records have the keys. */
async function countMembers(em: EntityManager, type: RecordType, counts: ReadonlyMap<string, number>): Promise<void> {
  const changed = [...counts].filter(([, by]) => by !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  await removeMembers(
    em,
    type,
    changed.filter(([, by]) => by < 0),
  );
  await addMembers(
    em,
    type,
    changed.filter(([, by]) => by > 0),
  );
}

type Counted = readonly [value: string, by: number];

async function addMembers(em: EntityManager, type: RecordType, counts: readonly Counted[]): Promise<void> {
  const rows = counts.map(([value, by]): Columns => [
    ['value', value],
    ['members', by],
    ['likely', Number(by >= 2 && by <= mostOf(type, value))],
  ]);
  const sum = sql`members + ${inserted('members')}`;
  const assignments = sql`likely = ${isLikely(type, sum)}, members = ${sum}`;
  for (const part of batches(rows)) await execute(em, sql`${insertion(duplicateGroupTable(type), part)}${orSet(['value'], assignments)}`);
}

async function removeMembers(em: EntityManager, type: RecordType, counts: readonly Counted[]): Promise<void> {
  const groups = identifier(duplicateGroupTable(type));
  for (const by of new Set(counts.map(([, each]) => each))) {
    const all = counts.filter(([, each]) => each === by).map(([value]) => value);
    for (let from = 0; from < all.length; from += BATCH) {
      const part = values(all.slice(from, from + BATCH));
      const left = sql`members - ${-by}`;
      // a server assigns from left to right
      await execute(em, sql`UPDATE ${groups} SET likely = ${isLikely(type, left)}, members = ${left} WHERE value IN (${part})`);
      await execute(em, sql`DELETE FROM ${groups} WHERE value IN (${part}) AND members <= 0`);
    }
  }
}

/** Until the end of the transaction nobody else is given one of the keys, or loses it. @param keys in ascending order */
export async function lockGroups(em: EntityManager, type: RecordType, keys: readonly string[]): Promise<void> {
  const empty = keys.map((value): Columns => [
    ['value', value],
    ['members', 0],
    ['likely', 0],
  ]);
  for (const part of batches(empty))
    await execute(em, sql`${insertion(duplicateGroupTable(type), part)}${orSet(['value'], sql`members = members`)}`);
}

/** Counts the records that have the keys, whatever has been counted before. */
export async function countAgain(em: EntityManager, type: RecordType, keys: readonly string[]): Promise<void> {
  const groups = identifier(duplicateGroupTable(type));
  const counted = sql`(SELECT COUNT(*) FROM ${identifier(duplicateTable(type))} d WHERE d.value = ${groups}.value)`;
  for (let from = 0; from < keys.length; from += BATCH) {
    const ofKeys = sql`value IN (${values(keys.slice(from, from + BATCH))})`;
    await execute(em, sql`UPDATE ${groups} SET members = ${counted} WHERE ${ofKeys}`);
    await execute(em, sql`UPDATE ${groups} SET likely = ${isLikely(type, sql`members`)} WHERE ${ofKeys}`);
    await execute(em, sql`DELETE FROM ${groups} WHERE ${ofKeys} AND members <= 0`);
  }
}

const mostOf = (type: RecordType, value: string): number => type.duplicateKinds[Number(value[0]) - 1]?.most ?? 0;

/** SQL: do so many records with the key of a group look like duplicates? */
export const isLikely = (type: RecordType, members: Sql): Sql =>
  sql`CASE WHEN ${members} BETWEEN 2 AND ${mostByKey(type)} THEN 1 ELSE 0 END`;

const mostByKey = perType((type): Sql => {
  const cases = type.duplicateKinds.map((kind) => sql`WHEN ${kindNumber(type, kind)} THEN ${kind.most}`);
  return sql`CASE SUBSTR(value, 1, 1) ${list(cases, ' ')} ELSE 0 END`;
});
