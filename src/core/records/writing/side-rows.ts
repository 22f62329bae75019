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
import { insertRowsLater } from '../../database/insert-rows';
import type { Update } from './statements';
import { cellOf, loadAll, type Cell, type Stored } from './stored';
import { insertWordRows } from './word-rows';

/** A side table with one row per record, and its columns besides the id. */
export interface SideRows {
  readonly table: string;
  readonly columns: readonly SideColumn[];
}

/** A column of a side table, and what it has of a record. */
interface SideColumn {
  readonly name: string;
  readonly cell: (record: Stored) => Cell;
}

export const textRows = perType((type): SideRows => ({ table: `${type.table}_text`, columns: textFields(type).flatMap(textColumns) }));

/** Figures start at their defaults. */
const figureRows = perType(({ table }): SideRows => ({ table: `${table}_figure`, columns: [] }));

export const responseRows = perType((type): SideRows => ({
  table: `${type.table}_response`,
  columns: [
    { name: 'version', cell: (record) => cellOf(type.field('version'), record['version']) },
    { name: 'text', cell: (record) => storedText(type, record) },
  ],
}));

export const indexRows = perType((type): SideRows => ({ table: indexTable(type), columns: indexRowFields(type).map(indexColumn) }));

const sideRowsOf = perType((type): readonly SideRows[] => [
  ...(textFields(type).length > 0 ? [textRows(type)] : []),
  ...(storedFigures(type).length > 0 ? [figureRows(type)] : []),
  ...(type.storedResponses ? [responseRows(type)] : []),
  ...(indexRowFields(type).length > 0 ? [indexRows(type)] : []),
]);

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

const insertInto = (em: EntityManager, { table, columns }: SideRows, records: readonly Stored[]): Promise<void> =>
  insertRowsLater(em, {
    table,
    columns: ['id', ...columns.map(({ name }) => name)],
    rows: records.map((record) => [record['id'] as number, ...columns.map(({ cell }) => cell(record))]),
  });

/** What a change of some fields changes in the side tables. @param record after the change */
export function sideUpdates(type: RecordType, record: Stored, changed: readonly Field[]): Update[] {
  const isChanged = (field: Field): boolean => changed.includes(field);
  const texts = textFields(type).filter(isChanged);
  return [
    { table: textRows(type).table, columns: valuesOf(texts.flatMap(textColumns), record) },
    ...(type.storedResponses ? [responseUpdate(type, record, changed)] : []),
    { table: indexTable(type), columns: valuesOf(indexRowFields(type).filter(isChanged).map(indexColumn), record) },
  ];
}

/** A text that has not changed is also that of the new version, if it was that of the version before. */
function responseUpdate(type: RecordType, record: Stored, changed: readonly Field[]): Update {
  const { table, columns } = responseRows(type);
  const texts = fieldsOfStoredText(type);
  if (changed.some(({ name }) => texts.has(name))) return { table, columns: valuesOf(columns, record) };
  return { table, columns: [['version', nextVersion(type)]] };
}

const nextVersion = perType(({ table }) => sql`${identifier(`${table}_response`, 'version')} + 1`);

const valuesOf = (columns: readonly SideColumn[], record: Stored): Update['columns'] =>
  columns.map(({ name, cell }) => [name, cell(record)] as const);

const indexColumn = (field: Field): SideColumn => ({
  name: field.name,
  cell: ({ [field.name]: value }) => (field.type === 'text' ? indexedForm(value) : cellOf(field, value)),
});

/** The folded text, null when nothing is left of it; the words with a space at both ends. */
function textColumns({ name, searchedByWords }: Field): SideColumn[] {
  const textOf = ({ [name]: value }: Stored): string => (typeof value === 'string' ? value : '');
  const folded: SideColumn = { name, cell: (record) => fold(textOf(record)) || null };
  if (!searchedByWords) return [folded];
  const spaced = (found: readonly string[]): string | null => (found.length > 0 ? ` ${found.join(' ')} ` : null);
  return [folded, { name: `${name}Words`, cell: (record) => spaced(words(textOf(record))) }];
}
