import type { EntityManager } from 'typeorm';
import { execute } from '../../database/rows';
import type { Field } from '../../fields/field';
import { indexedForm } from '../../fields/index-row';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import { keyTable, textKeyFields } from '../../fields/text-keys';
import { recordWordFields, recordWordTable, wordFields, wordKeys, wordTable } from '../../fields/word-table';
import { identifier, list, sql, values } from '../../sql';
import { insertRows, type Columns } from './statements';
import type { Stored } from './stored';

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
      ? [{ table: recordWordTable(type), column: 'word' as const, fields: among, namesField: true, termsOf: wordKeys }]
      : []),
    ...(keyed.length > 0 ? [{ table: keyTable(type), column: 'value' as const, fields: keyed, namesField: true, termsOf: keysOf }] : []),
  ];
});

/** Inserts the words and keys of new records. */
export async function insertWordRows(em: EntityManager, type: RecordType, records: readonly Stored[]): Promise<void> {
  for (const each of termTables(type)) await insertTerms(em, each, records);
}

/** Writes the words and keys of records anew, of those fields that changed. */
export async function replaceWordRows(
  em: EntityManager,
  type: RecordType,
  records: readonly Stored[],
  changed?: readonly Field[],
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id as number);
  for (const each of termTables(type)) {
    const fields = each.fields.filter((field) => !changed || changed.includes(field));
    if (fields.length === 0) continue;
    const ofFields = each.namesField ? sql` AND field IN (${list(fields.map(({ name }) => sql`${name}`))})` : sql``;
    await execute(em, sql`DELETE FROM ${identifier(each.table)} WHERE id IN (${values(ids)})${ofFields}`);
    await insertTerms(em, { ...each, fields }, records);
  }
}

/** A changed record and those of its fields that changed. */
export interface RecordAndFields {
  readonly record: Stored;
  readonly fields: readonly Field[];
}

/** The same of records of each of which other fields may have changed. */
export async function replaceChangedWordRows(em: EntityManager, type: RecordType, changes: readonly RecordAndFields[]): Promise<void> {
  const searched = new Set(termTables(type).flatMap(({ fields }) => fields));
  const alike = new Map<string, { readonly fields: readonly Field[]; readonly records: Stored[] }>();
  for (const { record, fields } of changes) {
    const own = fields.filter((field) => searched.has(field));
    const names = own.map(({ name }) => name).join();
    const group = alike.get(names) ?? { fields: own, records: [] };
    alike.set(names, group);
    group.records.push(record);
  }
  for (const { fields, records } of alike.values()) await replaceWordRows(em, type, records, fields);
}

async function insertTerms(
  em: EntityManager,
  { table, column, fields, namesField, termsOf }: TermTable,
  records: readonly Stored[],
): Promise<void> {
  const found = fields.flatMap((field) =>
    records.flatMap((record) =>
      termsOf(record[field.name]).map((term): Columns => [
        ...(namesField ? [['field', field.name] as [string, string]] : []),
        [column, term],
        ['id', record['id'] as number],
      ]),
    ),
  );
  await insertRows(em, table, found);
}
