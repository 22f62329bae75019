import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { execute, numberOf, rows } from '../database/rows';
import { recordTypeNamed, type RecordType } from '../fields/record-type';
import { Conflict, InvalidRequest, NotFound } from '../http';
import { sql, sqlMoment, tuples } from '../query';
import { idsThere, load, spoken, touch, values } from '../records';
import type { SavedList } from './list.entity';
import { savedLists } from './lists.records';

/**
 * Puts records on a list; those that are on it stay as they were put on.
 * @param type what the ids are of, where the caller knows it better than the list
 * @returns those that were not on it before
 * @throws NotFound, Conflict for a deleted list or one of another type, InvalidRequest for ids that no record has
 */
export async function addToList(unit: Unit, listID: number, ids: readonly number[], type?: RecordType): Promise<number[]> {
  const savedList = await load(unit.em, savedLists, listID);
  refuseDeleted(savedList);
  if (type && type.name !== savedList.type)
    throw new Conflict(`The list ${listID} is one of ${savedList.type} records, and takes no ${spoken(type)}.`);
  await refuseUnknown(unit.em, savedList, ids);
  const others = await notOn(unit.em, listID, [...new Set(ids)]);
  if (others.length === 0) return [];
  const before = await countOf(unit.em, listID);
  await insert(unit, listID, others);
  await touch(unit, savedLists, [listID], { fields: { count: [before, before + others.length] } });
  return others;
}

/** Takes a record off a list. @throws NotFound when it is not on it, Conflict */
export async function takeOffList(unit: Unit, listID: number, id: number): Promise<void> {
  const savedList = await load(unit.em, savedLists, listID);
  refuseDeleted(savedList);
  const before = await countOf(unit.em, listID);
  const taken = await execute(unit.em, sql`DELETE FROM saved_list_record WHERE listID = ${listID} AND recordID = ${id}`);
  if (taken === 0) throw new NotFound(`The ${spoken(recordTypeNamed(savedList.type))} ${id} is not on the list ${listID}.`);
  await touch(unit, savedLists, [listID], { fields: { count: [before, before - 1] } });
}

function refuseDeleted({ id, deleted }: SavedList): void {
  if (deleted) throw new Conflict(`The list ${id} is deleted: restore it before it is changed.`);
}

async function refuseUnknown(em: EntityManager, savedList: SavedList, ids: readonly number[]): Promise<void> {
  const type = recordTypeNamed(savedList.type);
  const there = new Set(await idsThere(em, type, ids));
  const complaints = ids.flatMap((id, index) =>
    there.has(id) ? [] : [{ pointer: `/ids/${index}`, detail: `must be the id of a ${spoken(type)} that exists` }],
  );
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

async function notOn(em: EntityManager, listID: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await rows(em, sql`SELECT recordID FROM saved_list_record WHERE listID = ${listID} AND recordID IN (${values(ids)})`);
  const there = new Set(found.map(([id]) => id));
  return ids.filter((id) => !there.has(id));
}

const countOf = (em: EntityManager, listID: number): Promise<number> =>
  numberOf(em, sql`SELECT COUNT(*) FROM saved_list_record WHERE listID = ${listID}`);

async function insert({ em, caller, now }: Unit, listID: number, ids: readonly number[]): Promise<void> {
  const entries = ids.map((id) => [listID, id, caller.userID, sqlMoment(now)]);
  await execute(em, sql`INSERT INTO saved_list_record (listID, recordID, addedByID, addedDate) VALUES ${tuples(entries)}`);
}
