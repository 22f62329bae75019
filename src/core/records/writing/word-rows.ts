import type { EntityManager } from 'typeorm';
import { executeLater } from '../../database/rows';
import type { Field } from '../../fields/field';
import { indexedForm } from '../../fields/index-row';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { keyTable, textKeyFields } from '../../fields/text-keys';
import { recordWordFields, recordWordKeys, recordWordTable, wordFields, wordKeys, wordTable } from '../../fields/word-table';
import { identifier, or, sql, values, type Sql } from '../../sql';
import { insertRowsLater } from '../../database/insert-rows';
import type { Cell, Stored } from './stored';

/** Changed texts per statement. */
const TEXTS = 200;

/** A side table with a row for each word, or for the key, of some texts of a record. */
export interface TermTable {
  readonly table: string;
  readonly column: 'word' | 'value';
  readonly fields: readonly Field[];
  /** Whether it has the texts of several fields, and their names. */
  readonly namesField: boolean;
  readonly termsOf: (text: unknown) => readonly string[];
}

const keysOf = (text: unknown): string[] => [indexedForm(text) ?? []].flat();

export const termTables = perType((type): readonly TermTable[] => {
  const [keyed, among] = [textKeyFields(type), recordWordFields(type)];
  return [
    ...wordFields(type).map((field) => ({
      table: wordTable(type, field),
      column: 'word' as const,
      fields: [field],
      namesField: false,
      termsOf: wordKeys,
    })),
    ...(among.length > 0
      ? [{ table: recordWordTable(type), column: 'word' as const, fields: among, namesField: true, termsOf: recordWordKeys }]
      : []),
    ...(keyed.length > 0 ? [{ table: keyTable(type), column: 'value' as const, fields: keyed, namesField: true, termsOf: keysOf }] : []),
  ];
});

/** Inserts the words and keys of new records. */
export async function insertWordRows(em: EntityManager, type: RecordType, records: readonly Stored[]): Promise<void> {
  for (const each of termTables(type)) await insertTerms(em, each, records);
}

/** Writes all words and keys of stored records anew. */
export async function replaceWordRows(em: EntityManager, type: RecordType, records: readonly Stored[]): Promise<void> {
  if (records.length === 0) return;
  const ids = values(records.map(({ id }) => id as number));
  for (const each of termTables(type)) {
    await executeLater(em, sql`DELETE FROM ${identifier(each.table)} WHERE id IN (${ids})`);
    await insertTerms(em, each, records);
  }
}

/** Writes the words anew of a text that a figure of a record takes from elsewhere. @param text null: it has none any more */
export async function replaceFigureWords(
  em: EntityManager,
  type: RecordType,
  { field, ids, text }: { readonly field: string; readonly ids: readonly number[]; readonly text: string | null },
): Promise<void> {
  const table = recordWordTable(type);
  await executeLater(em, sql`DELETE FROM ${identifier(table)} WHERE id IN (${values(ids)}) AND field = ${field}`);
  const found = recordWordKeys(text);
  const rows = ids.flatMap((id) => found.map((word) => [field, word, id]));
  await insertRowsLater(em, { table, columns: ['field', 'word', 'id'], rows });
}

/** A stored record before and after its change, and those of its fields that changed. */
export interface ChangedFields {
  readonly before: Stored;
  readonly record: Stored;
  readonly fields: readonly Field[];
}

/** Removes the words and keys that changed records have no longer, and inserts those that they have now. */
export async function changeWordRows(em: EntityManager, type: RecordType, changes: readonly ChangedFields[]): Promise<void> {
  for (const each of termTables(type)) {
    const differences = changes.flatMap((change) =>
      each.fields.filter((field) => change.fields.includes(field)).map((field) => difference(each, field, change)),
    );
    const lost = differences.filter(({ removed }) => removed.length > 0);
    for (let from = 0; from < lost.length; from += TEXTS) await executeLater(em, removal(each, lost.slice(from, from + TEXTS)));
    const rows = differences.flatMap(({ id, field, added }) => added.map((term) => rowOf(each, field, term, id)));
    const columns = columnsOf(each);
    await insertRowsLater(em, { table: each.table, columns, rows }, columns);
  }
}

/** The terms of a text of a record that a change removes and adds. */
interface Difference {
  readonly id: number;
  readonly field: Field;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function difference({ termsOf }: TermTable, field: Field, { before, record }: ChangedFields): Difference {
  const [were, are] = [new Set(termsOf(before[field.name])), new Set(termsOf(record[field.name]))];
  return {
    id: record['id'] as number,
    field,
    removed: [...were].filter((term) => !are.has(term)),
    added: [...are].filter((term) => !were.has(term)),
  };
}

function removal({ table, column, namesField }: TermTable, lost: readonly Difference[]): Sql {
  const ofText = ({ id, field, removed }: Difference): Sql =>
    sql`(id = ${id}${namesField ? sql` AND field = ${field.name}` : sql``} AND ${identifier(column)} IN (${values(removed)}))`;
  return sql`DELETE FROM ${identifier(table)} WHERE ${or(lost.map(ofText))}`;
}

const insertTerms = (em: EntityManager, each: TermTable, records: readonly Stored[]): Promise<void> =>
  insertRowsLater(em, {
    table: each.table,
    columns: columnsOf(each),
    rows: each.fields.flatMap((field) =>
      records.flatMap((record) => each.termsOf(record[field.name]).map((term) => rowOf(each, field, term, record['id'] as number))),
    ),
  });

const columnsOf = ({ column, namesField }: TermTable): readonly string[] => (namesField ? ['field', column, 'id'] : [column, 'id']);
const rowOf = ({ namesField }: TermTable, { name }: Field, term: string, id: number): readonly Cell[] =>
  namesField ? [name, term, id] : [term, id];
