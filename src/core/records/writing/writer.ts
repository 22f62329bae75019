import type { EntityManager } from 'typeorm';
import { execute, insertOne } from '../../database/rows';
import type { Transaction } from '../../database';
import { keptNamesChanged } from '../reading/kept-names';
import { textFields } from '../side-tables';
import type { Field } from '../../fields/field';
import { indexRowFields, indexTable } from '../../fields/index-row';
import type { RecordType } from '../../fields/record-type';
import { stampUpdated } from './stamps';
import { indexCells, insertSideRows, responseCells, textCells } from './side-rows';
import { insertion, insertRows, updating } from './statements';
import { cellOf, storedFields, type Stored } from './stored';

const BATCH = 500;

/** Inserts one record and its side-table rows. @returns its id */
export async function insertRecord<T extends object>(em: EntityManager, type: RecordType<T>, record: Partial<T>): Promise<number> {
  const own = record as Stored;
  const fields = storedFields(type).filter(({ name }) => name !== 'id' || own['id'] !== undefined);
  const id = await insertOne(em, insertion(type.table, [fields.map((field) => [field.name, cellOf(field, own[field.name])])]));
  await insertSideRows(em, type, [{ ...own, id }]);
  if (type.namesKept) await keptNamesChanged(em);
  return id;
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
  // another unit may have changed the parts in the same millisecond, and a type without versions then has nothing new
  if (fields.length > 0)
    await execute(
      transaction.em,
      updating(
        type.table,
        before.id,
        fields.map((field) => [field.name, cellOf(field, own[field.name])]),
      ),
    );
  const texts = textFields(type)
    .filter((field) => fields.includes(field))
    .flatMap((field) => textCells(field, own[field.name]));
  if (texts.length > 0) await execute(transaction.em, updating(`${type.table}_text`, before.id, texts));
  if (type.storedResponses) await execute(transaction.em, updating(`${type.table}_response`, before.id, responseCells(type, own)));
  const keys = indexCells(
    indexRowFields(type).filter((field) => fields.includes(field)),
    own,
  );
  if (keys.length > 0) await execute(transaction.em, updating(indexTable(type), before.id, keys));
  if (type.namesKept) await keptNamesChanged(transaction.em);
  return changed.map(({ name }) => name);
}

const changedFields = <T extends object>(type: RecordType<T>, before: T, after: T): Field[] =>
  storedFields(type).filter((field) => cellOf(field, (before as Stored)[field.name]) !== cellOf(field, (after as Stored)[field.name]));
