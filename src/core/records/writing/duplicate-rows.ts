import type { EntityManager } from 'typeorm';
import { execute, executeLater } from '../../database/rows';
import { affectsKeys, duplicateGroupTable, duplicateTable, kindNumber, storedKeysOf } from '../../fields/duplicate-keys';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, or, sql, values, type Sql } from '../../sql';
import { inserted, orSet } from '../../sql/dialect';
import type { RecordChange } from '../rules';
import { insertion, insertRowsLater, parts } from '../../database/insert-rows';

/** Keys per statement. */
const BATCH = 5000;
/** Records per statement that deletes keys of theirs. */
const RECORDS = 200;
const GROUP_COLUMNS = ['value', 'members', 'likely'];

/** Inserts the keys of new records by which duplicates are found. */
export const insertDuplicateRows = (em: EntityManager, type: RecordType, records: readonly object[]): Promise<void> =>
  changeDuplicateRows(
    em,
    type,
    records.map((record) => difference(type, [], record)),
  );

/** Removes the keys that changed records have no longer, and inserts those that they have now. */
export const replaceDuplicateRows = (em: EntityManager, type: RecordType, changes: readonly RecordChange[]): Promise<void> =>
  changeDuplicateRows(
    em,
    type,
    changes
      .filter(({ before, after }) => affectsKeys(type, before, after))
      .map(({ before, after }) => difference(type, keysOf(type, before), after)),
  );

/** The keys that a change takes from a record and gives to it. */
interface Difference {
  readonly id: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function difference(type: RecordType, were: readonly string[], after: object): Difference {
  const are = keysOf(type, after);
  return {
    id: (after as { id: number }).id,
    removed: were.filter((value) => !are.includes(value)),
    added: are.filter((value) => !were.includes(value)),
  };
}

const keysOf = (type: RecordType, record: object): string[] => storedKeysOf(type, record).map(({ value }) => value);

/** Counts first, so that the rows of the groups are locked: who waits for them sees all other records of the group. */
async function changeDuplicateRows(em: EntityManager, type: RecordType, changes: readonly Difference[]): Promise<void> {
  if (type.duplicateKinds.length === 0) return;
  await countMembers(em, type, changes);
  const lost = changes.filter(({ removed }) => removed.length > 0);
  for (let from = 0; from < lost.length; from += RECORDS) {
    const ofRecords = lost.slice(from, from + RECORDS).map(({ id, removed }) => sql`(id = ${id} AND value IN (${values(removed)}))`);
    await executeLater(em, sql`DELETE FROM ${identifier(duplicateTable(type))} WHERE ${or(ofRecords)}`);
  }
  const columns = ['value', 'id'];
  const rows = changes.flatMap(({ id, added }) => added.map((value) => [value, id]));
  await insertRowsLater(em, { table: duplicateTable(type), columns, rows }, columns);
}

/** Changes how many records have the keys, in the order of the keys, so that transactions cannot deadlock. */
async function countMembers(em: EntityManager, type: RecordType, changes: readonly Difference[]): Promise<void> {
  const counts = new Map<string, number>();
  const count = (value: string, by: number): void => void counts.set(value, (counts.get(value) ?? 0) + by);
  for (const { removed, added } of changes) {
    for (const value of removed) count(value, -1);
    for (const value of added) count(value, 1);
  }
  const changed = [...counts].filter(([, by]) => by !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const groups = duplicateGroupTable(type);
  const rows = changed.map(([value, by]) => [value, by, Number(by >= 2 && by <= mostOf(type, value))]);
  const sum = sql`members + ${inserted('members')}`;
  // a server assigns from left to right
  const assignments = sql`likely = ${isLikely(type, sum)}, members = ${sum}`;
  for (const part of parts({ table: groups, columns: GROUP_COLUMNS, rows }))
    await executeLater(em, sql`${insertion(part)}${orSet(['value'], assignments)}`);
  const fewer = changed.filter(([, by]) => by < 0).map(([value]) => value);
  for (let from = 0; from < fewer.length; from += BATCH) {
    const part = values(fewer.slice(from, from + BATCH));
    await executeLater(em, sql`DELETE FROM ${identifier(groups)} WHERE value IN (${part}) AND members <= 0`);
  }
}

/** Until the end of the transaction nobody else is given one of the keys, or loses it. @param keys in ascending order */
export async function lockGroups(em: EntityManager, type: RecordType, keys: readonly string[]): Promise<void> {
  const empty = { table: duplicateGroupTable(type), columns: GROUP_COLUMNS, rows: keys.map((value) => [value, 0, 0]) };
  for (const part of parts(empty)) await executeLater(em, sql`${insertion(part)}${orSet(['value'], sql`members = members`)}`);
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
