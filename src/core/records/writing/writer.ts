import type { EntityManager } from 'typeorm';
import { noteChanged } from '../../database/held-rows';
import { insertAll } from '../../database/rows';
import type { Transaction } from '../../database';
import { keptNamesChanged } from '../reading/kept-names';
import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { updatedFields } from '../../fields/stamp-fields';
import type { RecordChange } from '../rules';
import { insertDuplicateRows, replaceDuplicateRows } from './duplicate-rows';
import { setExternalKeys } from './external-keys';
import { stampUpdated } from './stamps';
import { insertSideRows, sideUpdates } from './side-rows';
import { insertion, insertRows, parts, type NewRows } from '../../database/insert-rows';
import { updateRows } from './statements';
import { cellOf, copyOf, storedFields, type Stored } from './stored';
import { changeWordRows, type ChangedFields } from './word-rows';

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
  const fields = filledFields(type, records);
  const ids: number[] = [];
  for (const part of parts(newRows(type, fields, records))) ids.push(...(await insertAll(em, insertion(part), part.rows.length)));
  const inserted = records.map((record, index) => Object.assign(copyOf(type, record as T), { id: ids[index] }));
  await insertSideRows(em, type, inserted);
  await insertDuplicateRows(em, type, inserted);
  if (type.namesKept) await keptNamesChanged(em);
  return ids;
}

const newRows = ({ table }: RecordType, fields: readonly Field[], records: readonly Stored[]): NewRows => ({
  table,
  columns: fields.map(({ name }) => name),
  rows: records.map((record) => fields.map((field) => cellOf(field, record[field.name]))),
});

/** The fields that a record has, without the id: of 200, new records have a few. All of them if no record has any. */
function filledFields(type: RecordType, records: readonly Stored[]): readonly Field[] {
  const fields = storedFields(type).filter(({ name }) => name !== 'id');
  const filled = fields.filter((field) => records.some((record) => cellOf(field, record[field.name]) !== null));
  return filled.length > 0 ? filled : fields;
}

interface InsertOptions {
  /** The keys by which duplicates are found are written later: connections that insert at the same time would wait for each other. */
  readonly withoutDuplicates?: boolean;
}

/** Inserts many records with preset ids, in as few statements as their size allows. */
export async function insertRecords<T extends object>(
  em: EntityManager,
  type: RecordType<T>,
  records: readonly Partial<T>[],
  { withoutDuplicates = false }: InsertOptions = {},
): Promise<void> {
  const fields = storedFields(type);
  for (let from = 0; from < records.length; from += BATCH) {
    const part = records.slice(from, from + BATCH) as Stored[];
    await insertRows(em, newRows(type, fields, part));
    await insertSideRows(em, type, part);
    if (!withoutDuplicates) await insertDuplicateRows(em, type, part);
  }
  if (type.namesKept) await keptNamesChanged(em);
}

/** A stored record before and after its change. */
interface ChangedRecord extends RecordChange<object> {
  /** Related data stored outside the record has changed. */
  readonly partsChanged?: boolean;
}

/** Saves the change of one record as {@link saveRecords} does. @returns the names of the fields that changed */
export async function saveRecord<T extends object>(
  transaction: Transaction,
  type: RecordType<T>,
  before: T,
  after: T,
  partsChanged = false,
): Promise<string[]> {
  const [changed] = await saveRecords(transaction, type, [{ before, after, partsChanged }]);
  return changed!;
}

/**
 * Saves the changes of records, with who made them and when, in one statement per table; writes only the fields that changed, nothing
 * of a record in which none did.
 * @returns the names of the fields that changed, of each record
 */
export async function saveRecords(transaction: Transaction, type: RecordType, changes: readonly ChangedRecord[]): Promise<string[][]> {
  setExternalKeys(type, changes);
  const fieldsOf = changes.map(({ before, after }) => storedFields(type).filter((field) => hasChanged(field, before, after)));
  const changed = fieldsOf.map((fields) => fields.map(({ name }) => name));
  const written = changes.flatMap(({ before, after, partsChanged }, index) => {
    const fields = fieldsOf[index]!;
    return partsChanged || fields.length > 0 ? [stamped(transaction, type, { before, after }, fields)] : [];
  });
  if (written.length === 0) return changed;
  // without columns, another unit has changed the parts in the same millisecond, and a type without versions has nothing new
  await updateRows(
    transaction.em,
    written.map(({ record, fields }) => ({
      id: record['id'] as number,
      updates: [
        { table: type.table, columns: fields.map((field) => [field.name, cellOf(field, record[field.name])]) },
        ...sideUpdates(type, record, fields),
      ],
    })),
  );
  if (type.findField('version'))
    noteChanged(
      transaction.em,
      type.table,
      written.map(({ record }) => record['id'] as number),
    );
  await changeWordRows(transaction.em, type, written);
  await replaceDuplicateRows(transaction.em, type, changes);
  if (type.namesKept) await keptNamesChanged(transaction.em);
  return changed;
}

/** Stamps a changed record, and gives it a new version. @returns all that is to be written */
function stamped(transaction: Transaction, type: RecordType, { before, after }: RecordChange, changed: readonly Field[]): ChangedFields {
  stampUpdated(transaction, type, after);
  const record = after as Stored;
  if (type.findField('version')) record['version'] = Number((before as Stored)['version'] ?? 0) + 1;
  const stamps = stampFields(type).filter((field) => !changed.includes(field) && hasChanged(field, before, after));
  return { before: before as Stored, record, fields: [...changed, ...stamps] };
}

/** What a change of anything else changes, too. */
const stampFields = perType((type): readonly Field[] => {
  const names = ['version', ...updatedFields(type).map(([name]) => name)];
  return storedFields(type).filter(({ name }) => names.includes(name));
});

function hasChanged(field: Field, before: object, after: object): boolean {
  const [was, is] = [(before as Stored)[field.name], (after as Stored)[field.name]];
  return was !== is && cellOf(field, was) !== cellOf(field, is);
}
