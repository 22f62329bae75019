import type { EntityManager } from 'typeorm';
import type { Transaction } from '../core/database';
import { execute, numberOf, rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import { Conflict, InvalidRequest, NotFound } from '../core/problems';
import { sql, Sql, sqlMoment, tuples } from '../core/sql';
import { INSERT_IF_ABSENT } from '../core/sql/dialect';
import { load, displayName, recordChange, values, visibleIds } from '../core/records';
import type { SavedList } from './list.entity';
import { savedLists } from './lists.records';

/**
 * Adds records to a list; records already on it are unchanged.
 * @param type what the ids are of, where the caller knows it better than the list
 * @returns those that were not on it before
 * @throws NotFound, Conflict for a deleted list or one of another type, InvalidRequest for ids that no record has
 */
export async function addToList(transaction: Transaction, listID: number, ids: readonly number[], type?: RecordType): Promise<number[]> {
  const savedList = await load(transaction.em, savedLists, listID);
  refuseDeleted(savedList);
  if (type && type.name !== savedList.type)
    throw new Conflict(`List ${listID} holds ${savedList.type} records and cannot take a ${displayName(type)}.`);
  await refuseUnknown(transaction, savedList, ids);
  const others = await idsNotOnList(transaction.em, listID, [...new Set(ids)]);
  if (others.length === 0) return [];
  const before = await countOf(transaction.em, listID);
  await insert(transaction, listID, others);
  await recordChange(transaction, savedLists, [listID], { fields: { count: [before, before + others.length] } });
  return others;
}

/** Removes a record from a list. @throws NotFound when it is not on it, Conflict */
export async function removeFromList(transaction: Transaction, listID: number, id: number): Promise<void> {
  const savedList = await load(transaction.em, savedLists, listID);
  refuseDeleted(savedList);
  const before = await countOf(transaction.em, listID);
  const type = transaction.types.named(savedList.type);
  const seen = await visibleIds(transaction, type, [id], { includeDeleted: true });
  const taken = await execute(
    transaction.em,
    sql`DELETE FROM saved_list_record WHERE listID = ${listID} AND recordID IN (${values([...seen, 0])})`,
  );
  if (taken === 0) throw new NotFound(`The ${displayName(type)} ${id} is not on the list ${listID}.`);
  await recordChange(transaction, savedLists, [listID], { fields: { count: [before, before - 1] } });
}

/** The type of the records of a list; undefined: no such list, or a deleted one. */
export async function typeOfList(em: EntityManager, listID: number): Promise<string | undefined> {
  const [[type] = []] = await rows(em, sql`SELECT type FROM saved_list WHERE id = ${listID} AND deleted = 0`);
  return type as string | undefined;
}

/** Which of the records are on which lists, except deleted ones, in the order of the lists. */
export async function membershipsOf(
  em: EntityManager,
  { name }: RecordType,
  ids: readonly number[],
): Promise<{ listID: number; recordID: number }[]> {
  const found = await rows(
    em,
    sql`SELECT s.id, sr.recordID FROM saved_list s JOIN saved_list_record sr ON sr.listID = s.id
      WHERE s.type = ${name} AND s.deleted = 0 AND sr.recordID IN (${values(ids)}) ORDER BY s.id, sr.recordID`,
  );
  return found.map(([listID, recordID]) => ({ listID: listID as number, recordID: recordID as number }));
}

/** Puts a record in the place of others on lists that are deleted: nobody sees these, but they may be restored. */
export async function moveOnDeletedLists({ em }: Transaction, { name }: RecordType, from: readonly number[], to: number): Promise<void> {
  const theirs = sql`FROM saved_list_record WHERE recordID IN (${values(from)})
    AND listID IN (SELECT id FROM saved_list WHERE type = ${name} AND deleted = 1)`;
  await execute(
    em,
    sql`${new Sql(INSERT_IF_ABSENT)} saved_list_record (listID, recordID, addedByID, addedDate)
      SELECT listID, ${to}, MIN(addedByID), MIN(addedDate) ${theirs} GROUP BY listID`,
  );
  await execute(em, sql`DELETE ${theirs}`);
}

function refuseDeleted({ id, deleted }: SavedList): void {
  if (deleted) throw new Conflict(`The list ${id} is deleted: restore it before changing it.`);
}

async function refuseUnknown(transaction: Transaction, savedList: SavedList, ids: readonly number[]): Promise<void> {
  const type = transaction.types.named(savedList.type);
  const existing = new Set(await visibleIds(transaction, type, ids));
  const errors = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [{ pointer: `/ids/${index}`, detail: `must be the id of an existing ${displayName(type)}` }],
  );
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

async function idsNotOnList(em: EntityManager, listID: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await rows(em, sql`SELECT recordID FROM saved_list_record WHERE listID = ${listID} AND recordID IN (${values(ids)})`);
  const there = new Set(found.map(([id]) => id));
  return ids.filter((id) => !there.has(id));
}

const countOf = (em: EntityManager, listID: number): Promise<number> =>
  numberOf(em, sql`SELECT COUNT(*) FROM saved_list_record WHERE listID = ${listID}`);

async function insert({ em, caller, now }: Transaction, listID: number, ids: readonly number[]): Promise<void> {
  const entries = ids.map((id) => [listID, id, caller.userID, sqlMoment(now)]);
  await execute(em, sql`INSERT INTO saved_list_record (listID, recordID, addedByID, addedDate) VALUES ${tuples(entries)}`);
}
