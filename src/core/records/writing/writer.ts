import type { EntityManager } from 'typeorm';
import { execute, insertOne } from '../../database/rows';
import type { Transaction } from '../../database';
import { keptNamesChanged } from '../reading/kept-names';
import { storedText } from '../reading/response-text';
import { storedFigures, textFields } from '../side-tables';
import type { Field } from '../../fields/field';
import { indexRowFields, indexTable, textKey } from '../../fields/index-row';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, type Sql } from '../../sql';
import { fold, words } from '../../text/fold';
import { stampUpdated } from './stamps';
import { cellOf, storedFields, type Cell, type Stored } from './stored';

export type Columns = [name: string, value: Cell][];

const BATCH = 500;
const MOST_CELLS = 30_000;
/** A character has up to four bytes. */
const MOST_CHARACTERS = 3_000_000;

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

async function insertSideRows(em: EntityManager, type: RecordType, records: readonly Stored[]): Promise<void> {
  const texts = textFields(type);
  const id = (record: Stored): Columns => [['id', record['id'] as number]];
  if (texts.length > 0)
    await insertRows(
      em,
      `${type.table}_text`,
      records.map((record) => [...id(record), ...foldedCells(type, record)]),
    );
  if (storedFigures(type).length > 0) await insertRows(em, `${type.table}_figure`, records.map(id));
  if (type.storedResponses)
    await insertRows(
      em,
      `${type.table}_response`,
      records.map((record) => [...id(record), ...responseCells(type, record)]),
    );
  const indexed = indexRowFields(type);
  if (indexed.length > 0)
    await insertRows(
      em,
      indexTable(type),
      records.map((record) => [...id(record), ...indexCells(indexed, record)]),
    );
}

/** The columns of a record's row in the side table of its stored response. */
export const responseCells = (type: RecordType, record: Stored): Columns => [
  ['version', cellOf(type.field('version'), record['version'])],
  ['text', storedText(type, record)],
];

/** The columns of a record's index row, of some of its fields. */
export const indexCells = (fields: readonly Field[], record: Stored): Columns =>
  fields.map((field) => [field.name, field.type === 'text' ? indexedForm(record[field.name]) : cellOf(field, record[field.name])]);

/** A text as an index row has it. */
export const indexedForm = (text: unknown): string | null => (typeof text === 'string' && textKey(fold(text))) || null;

/** The columns of a record's row in the text side table. */
export const foldedCells = (type: RecordType, record: Stored): Columns =>
  textFields(type).flatMap((field) => textCells(field, record[field.name]));

export async function insertRows(em: EntityManager, table: string, rows: readonly Columns[]): Promise<void> {
  for (const part of batches(rows)) await execute(em, insertion(table, part));
}

/** The folded text, null when nothing is left of it; the words with a space at both ends. */
function textCells({ name, searchedByWords }: Field, value: unknown): Columns {
  const text = typeof value === 'string' ? value : '';
  const folded: Columns = [[name, fold(text) || null]];
  const found = searchedByWords ? words(text) : [];
  return searchedByWords ? [...folded, [`${name}Words`, found.length > 0 ? ` ${found.join(' ')} ` : null]] : folded;
}

function insertion(table: string, rows: readonly Columns[]): Sql {
  const columns = list((rows[0] ?? []).map(([name]) => identifier(name)));
  const tuples = list(rows.map((row) => sql`(${list(row.map(([, value]) => parameter(value)))})`));
  return sql`INSERT INTO ${identifier(table)} (${columns}) VALUES ${tuples}`;
}

const updating = (table: string, id: number, columns: Columns): Sql =>
  sql`UPDATE ${identifier(table)} SET ${list(columns.map(([name, value]) => sql`${identifier(name)} = ${parameter(value)}`))} WHERE id = ${id}`;

const parameter = (value: Cell): Sql => (value === null ? sql`NULL` : sql`${value}`);

/** As many rows at a time as a statement may hold: SQLite takes 32,766 parameters, MariaDB 16 MB. */
function* batches(rows: readonly Columns[]): Generator<Columns[]> {
  let [part, cells, characters]: [Columns[], number, number] = [[], 0, 0];
  for (const row of rows) {
    const length = row.reduce((sum, [, value]) => sum + String(value).length, 0);
    if (part.length > 0 && (cells + row.length > MOST_CELLS || characters + length > MOST_CHARACTERS)) {
      yield part;
      [part, cells, characters] = [[], 0, 0];
    }
    part.push(row);
    cells += row.length;
    characters += length;
  }
  if (part.length > 0) yield part;
}
