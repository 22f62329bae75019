import type { EntityManager } from 'typeorm';
import { executeLater } from '../../database/rows';
import type { Field } from '../../fields/field';
import { indexedForm, indexRowFields, indexTable } from '../../fields/index-row';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { identifier, sql, values } from '../../sql';
import { fold, words } from '../../text/fold';
import { fieldsOfStoredText, storedText } from '../reading/stored-text';
import { storedFigures, textFields } from '../side-tables';
import { insertRowsLater, type Columns, type Update } from './statements';
import { cellOf, loadAll, type Stored } from './stored';
import { insertWordRows } from './word-rows';

/** A side table with one row per record, and its columns besides the id. */
export interface SideRows {
  readonly table: string;
  readonly cells: (record: Stored) => Columns;
}

export const textRows = (type: RecordType): SideRows => ({
  table: `${type.table}_text`,
  cells: (record) => textFields(type).flatMap((field) => textCells(field, record[field.name])),
});

/** Figures start at their defaults. */
const figureRows = ({ table }: RecordType): SideRows => ({ table: `${table}_figure`, cells: () => [] });

export const responseRows = (type: RecordType): SideRows => ({
  table: `${type.table}_response`,
  cells: (record) => responseCells(type, record),
});

export const indexRows = (type: RecordType): SideRows => ({
  table: indexTable(type),
  cells: (record) => indexCells(indexRowFields(type), record),
});

const sideRowsOf = (type: RecordType): SideRows[] => [
  ...(textFields(type).length > 0 ? [textRows(type)] : []),
  ...(storedFigures(type).length > 0 ? [figureRows(type)] : []),
  ...(type.storedResponses ? [responseRows(type)] : []),
  ...(indexRowFields(type).length > 0 ? [indexRows(type)] : []),
];

/** Inserts the rows of new records in every side table of their type. */
export async function insertSideRows(em: EntityManager, type: RecordType, records: readonly Stored[]): Promise<void> {
  for (const side of sideRowsOf(type)) await insertInto(em, side, records);
  await insertWordRows(em, type, records);
}

/** Writes the rows of stored records in one side table anew. */
export async function replaceSideRows(em: EntityManager, type: RecordType, side: SideRows, ids: readonly number[]): Promise<void> {
  const records = (await loadAll(em, type, ids)) as Stored[];
  await executeLater(em, sql`DELETE FROM ${identifier(side.table)} WHERE id IN (${values(ids)})`);
  await insertInto(em, side, records);
}

const insertInto = (em: EntityManager, { table, cells }: SideRows, records: readonly Stored[]): Promise<void> =>
  insertRowsLater(
    em,
    table,
    records.map((record) => [['id', record['id'] as number], ...cells(record)]),
  );

/** What a change of some fields changes in the side tables. @param record after the change */
export function sideUpdates(type: RecordType, record: Stored, changed: readonly Field[]): Update[] {
  const isChanged = (field: Field): boolean => changed.includes(field);
  const texts = textFields(type).filter(isChanged);
  return [
    { table: `${type.table}_text`, columns: texts.flatMap((field) => textCells(field, record[field.name])) },
    ...(type.storedResponses ? [responseUpdate(type, record, changed)] : []),
    { table: indexTable(type), columns: indexCells(indexRowFields(type).filter(isChanged), record) },
  ];
}

/** A text that has not changed is also that of the new version, if it was that of the version before. */
function responseUpdate(type: RecordType, record: Stored, changed: readonly Field[]): Update {
  const table = `${type.table}_response`;
  const texts = fieldsOfStoredText(type);
  if (changed.some(({ name }) => texts.has(name))) return { table, columns: responseCells(type, record) };
  return { table, columns: [['version', nextVersion(type)]] };
}

const nextVersion = perType(({ table }) => sql`${identifier(`${table}_response`, 'version')} + 1`);

/** The columns of a stored response. */
export const responseCells = (type: RecordType, record: Stored): Columns => [
  ['version', cellOf(type.field('version'), record['version'])],
  ['text', storedText(type, record)],
];

/** The columns of a record's index row, of some of its fields. */
export const indexCells = (fields: readonly Field[], record: Stored): Columns =>
  fields.map((field) => [field.name, field.type === 'text' ? indexedForm(record[field.name]) : cellOf(field, record[field.name])]);

/** The folded text, null when nothing is left of it; the words with a space at both ends. */
export function textCells({ name, searchedByWords }: Field, value: unknown): Columns {
  const text = typeof value === 'string' ? value : '';
  const folded: Columns = [[name, fold(text) || null]];
  if (!searchedByWords) return folded;
  const found = words(text);
  return [...folded, [`${name}Words`, found.length > 0 ? ` ${found.join(' ')} ` : null]];
}
