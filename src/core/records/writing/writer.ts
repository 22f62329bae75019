import type { EntityManager } from 'typeorm';
import { insertAll } from '../../database/rows';
import type { Transaction } from '../../database';
import { keptNamesChanged } from '../reading/kept-names';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { stampUpdated } from './stamps';
import { insertSideRows, sideUpdates } from './side-rows';
import { batches, insertion, insertRows, updateRows } from './statements';
import { cellOf, storedFields, type Cell, type Stored } from './stored';
import { replaceWordRows } from './word-rows';

const BATCH = 500;

/** Inserts one record and its side-table rows. @returns its id */
export async function insertRecord<T extends object>(em: EntityManager, type: RecordType<T>, record: Partial<T>): Promise<number> {
  const own = record as Stored;
  if (own['id'] === undefined) return (await insertNew(em, type, [record]))[0]!;
  await insertRecords(em, type, [record]);
  return own['id'] as number;
}

/** Inserts records that have no ids yet, with their side-table rows. @returns their ids, in the order of the records */
export async function insertNew<T extends object>(
  em: EntityManager,
  type: RecordType<T>,
  records: readonly Partial<T>[],
): Promise<number[]> {
  const fields = storedFields(type).filter(({ name }) => name !== 'id');
  const cells = (records as Stored[]).map((record) =>
    fields.map((field): [string, Cell] => [field.name, cellOf(field, record[field.name])]),
  );
  const ids: number[] = [];
  for (const part of batches(cells)) ids.push(...(await insertAll(em, insertion(type.table, part), part.length)));
  await insertSideRows(
    em,
    type,
    records.map((record, index) => ({ ...record, id: ids[index] })),
  );
  if (type.namesKept) await keptNamesChanged(em);
  return ids;
}

/** Inserts many records with preset ids, in as few statements as their size allows. */
export async function insertRecords<T extends object>(
  em: EntityManager,
  type: RecordType<T>,
  records: readonly Partial<T>[],
): Promise<void> {
  const fields = storedFields(type);
  for (let from = 0; from < records.length; from += BATCH) {
    const part = records.slice(from, from + BATCH) as Stored[];
    await insertRows(
      em,
      type.table,
      part.map((record) => fields.map((field) => [field.name, cellOf(field, record[field.name])])),
    );
    await insertSideRows(em, type, part);
  }
  if (type.namesKept) await keptNamesChanged(em);
}

/**
 * Saves the change of a record, with who made it and when; writes only the fields that changed, nothing when none did.
 * @param partsChanged related data stored outside the record has changed
 * @returns the names of the fields that changed
 */
export async function saveRecord<T extends object>(
  transaction: Transaction,
  type: RecordType<T>,
  before: T & { id: number },
  after: T,
  partsChanged = false,
): Promise<string[]> {
  const changed = changedFields(type, before, after);
  if (changed.length === 0 && !partsChanged) return [];
  stampUpdated(transaction, type, after);
  const own = after as Stored;
  if (type.findField('version')) own['version'] = Number((before as Stored)['version'] ?? 0) + 1;
  const fields = changedFields(type, before, after);
  // without columns, another unit has changed the parts in the same millisecond, and a type without versions has nothing new
  await updateRows(transaction.em, before.id, [
    { table: type.table, columns: fields.map((field) => [field.name, cellOf(field, own[field.name])]) },
    ...sideUpdates(type, own, fields),
  ]);
  await replaceWordRows(transaction.em, type, [own], fields);
  if (type.namesKept) await keptNamesChanged(transaction.em);
  return changed.map(({ name }) => name);
}

const changedFields = <T extends object>(type: RecordType<T>, before: T, after: T): Field[] =>
  storedFields(type).filter((field) => {
    const [was, is] = [(before as Stored)[field.name], (after as Stored)[field.name]];
    return was !== is && cellOf(field, was) !== cellOf(field, is);
  });
