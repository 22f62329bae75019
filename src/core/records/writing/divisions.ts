import type { EntityManager } from 'typeorm';
import type { Caller } from '../../callers';
import type { FieldChanges } from '../../changes';
import { execute, rows } from '../../database/rows';
import { typesOf } from '../../database';
import type { RecordType } from '../../fields/record-type';
import { InvalidRequest } from '../../problems/problem';
import { identifier, list, sql, values, type Sql } from '../../sql';
import { fold } from '../../text/fold';
import { joined } from '../../text/joined';
import { visibleIds } from '../../database/visible-ids';
import type { Transaction, View } from '../../database/transactions';
import { lockedRows } from './stored';

/** What a new record of a caller belongs to unless the body says otherwise: the division of a caller who sees only one. */
export function ownDivision({ scope: { divisions } }: Caller, type: RecordType): { division?: number; divisionIDs?: readonly number[] } {
  if (divisions === 'all' || divisions.length !== 1) return {};
  if (hasDivisions(type)) return { divisionIDs: divisions };
  const { source } = type.findField('division') ?? {};
  return source?.in === 'reference' && source.to === 'Division' ? { division: divisions[0]! } : {};
}

/** Does it work for any number of divisions, kept in `<table>_division`? */
const hasDivisions = (type: RecordType): boolean => type.findField('divisions')?.source.in === 'column';

/** A record that works for divisions of the firm, which are kept in `<table>_division`, and says so in a text. */
interface RecordWithDivisions {
  id: number;
  divisions: string | null;
}

/** The ids of the divisions of a record, in ascending order. */
export async function divisionsOf(em: EntityManager, type: RecordType, id: number): Promise<number[]> {
  const found = await rows(em, sql`SELECT divisionID FROM ${linksOf(type)} WHERE recordID = ${id} ORDER BY divisionID`);
  return found.map(([division]) => division as number);
}

/**
 * Replaces the divisions of a record, and the text that names them, when a body has other ones.
 * @returns the list before and after, where it was replaced
 * @throws InvalidRequest that names those that do not exist
 */
export async function replaceDivisions(
  transaction: Transaction,
  type: RecordType,
  record: RecordWithDivisions,
  sent: readonly number[] | null | undefined,
): Promise<FieldChanges> {
  if (sent === undefined) return {};
  const { em } = transaction;
  const before = await divisionsOf(em, type, record.id);
  const after = [...new Set(sent)].sort((one, other) => one - other);
  if (String(before) === String(after)) return {};
  await checkDivisionsExist(transaction, sent ?? [], before);
  await execute(em, sql`DELETE FROM ${linksOf(type)} WHERE recordID = ${record.id}`);
  if (after.length > 0)
    await execute(
      em,
      sql`INSERT INTO ${linksOf(type)} (recordID, divisionID) VALUES ${list(after.map((division) => sql`(${record.id}, ${division})`))}`,
    );
  record.divisions = await divisionsText(em, after);
  return { divisionIDs: [before, after] };
}

/** The names of divisions as a record shows them: sorted, "; " between; null without any. */
export async function divisionsText(em: EntityManager, ids: readonly number[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const { table, display } = typesOf(em).named('Division');
  const found = await rows(em, sql`SELECT ${identifier(display)} FROM ${identifier(table)} WHERE id IN (${values(ids)})`);
  return joined(found.map(([name]) => name as string | null).sort(), '; ');
}

const linksOf = (type: RecordType): Sql => identifier(`${type.table}_division`);

/** @param before those of the record so far, which may have been deleted since @throws InvalidRequest */
export async function checkDivisionsExist(view: View, sent: readonly number[], before: readonly number[]): Promise<void> {
  const known = new Set([...before, ...(await visibleIds(view, view.types.named('Division'), sent))]);
  const unknown = sent.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/divisionIDs/${index}`, detail: 'must be the id of an existing division' }],
  );
  if (unknown.length > 0) throw InvalidRequest.because(unknown);
}

/**
 * The country of the first division of a record that has one: phone numbers without a country code are read as of it.
 * @param id absent: of a new record, which has no divisions yet
 */
export async function countryOfDivision(em: EntityManager, type: RecordType, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null;
  const division = identifier(typesOf(em).named('Division').table);
  const [[country] = []] = await rows(
    em,
    sql`SELECT d.countryCode FROM ${linksOf(type)} l JOIN ${division} d ON d.id = l.divisionID WHERE l.recordID = ${id} AND d.countryCode IS NOT NULL ORDER BY d.id LIMIT 1`,
  );
  return (country as string | undefined) ?? null;
}

const BATCH = 500;

/** Updates the name of a division in its records. As with every other name, the records themselves have not changed. */
export async function refreshDivisionNames(em: EntityManager, divisionID: number): Promise<void> {
  for (const type of typesOf(em).all.filter(hasDivisions)) {
    for (let ids = await recordsOf(em, type, divisionID, 0); ids.length > 0; ids = await recordsOf(em, type, divisionID, ids.at(-1)!))
      await saveTexts(em, type, ids);
  }
}

async function recordsOf(em: EntityManager, type: RecordType, divisionID: number, after: number): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT recordID FROM ${linksOf(type)} WHERE divisionID = ${divisionID} AND recordID > ${after} ORDER BY recordID LIMIT ${BATCH}`,
  );
  return found.map(([id]) => id as number);
}

/** Records of the same divisions are written together. */
async function saveTexts(em: EntityManager, type: RecordType, ids: readonly number[]): Promise<void> {
  await lockedRows(em, type, sql`SELECT id FROM ${identifier(type.table)} WHERE id IN (${values(ids)}) ORDER BY id`);
  const links = await rows(
    em,
    sql`SELECT recordID, divisionID FROM ${linksOf(type)} WHERE recordID IN (${values(ids)}) ORDER BY recordID, divisionID`,
  );
  const alike = new Map<string, number[]>();
  for (const id of ids) {
    const divisions = links.flatMap(([record, division]) => (record === id ? [division as number] : []));
    alike.set(JSON.stringify(divisions), [...(alike.get(JSON.stringify(divisions)) ?? []), id]);
  }
  for (const [divisions, same] of alike) {
    const text = await divisionsText(em, JSON.parse(divisions) as number[]);
    await saveText(em, identifier(type.table), same, text);
    await saveText(em, identifier(`${type.table}_text`), same, text && (fold(text) || null));
  }
}

const saveText = (em: EntityManager, table: Sql, ids: readonly number[], text: string | null) =>
  execute(em, sql`UPDATE ${table} SET divisions = ${text === null ? sql`NULL` : sql`${text}`} WHERE id IN (${values(ids)})`);
