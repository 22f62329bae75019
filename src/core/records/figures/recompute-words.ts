import { rows } from '../../database/rows';
import type { Transaction, View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { recordWordFields } from '../../fields/word-table';
import { identifier, list, sql, values, type Sql } from '../../sql';
import { loadAll, type Stored } from '../writing/stored';
import { replaceWordRows, termTables, type TermTable } from '../writing/word-rows';

/** Those of the ids whose words or keys are not those of their texts. */
export async function staleWords(view: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const stale = new Set<number>();
  for (const each of termTables(type)) for (const id of await staleTerms(view, type, each, ids)) stale.add(id);
  return [...stale];
}

/** The texts, then the words or keys: both are read at one moment. */
async function staleTerms({ em, types }: View, { table }: RecordType, terms: TermTable, ids: readonly number[]): Promise<number[]> {
  const { fields, column, namesField, termsOf } = terms;
  const texts = list(fields.map((field) => textOf(types, field)));
  const none = list(fields.map(() => sql`NULL`));
  const found = await rows(
    em,
    sql`SELECT id, NULL AS field, NULL AS term, ${texts} FROM ${identifier(table)} r WHERE r.id IN (${values(ids)}) UNION ALL SELECT id, ${identifier(namesField ? 'field' : column)}, ${identifier(column)}, ${none} FROM ${identifier(terms.table)} WHERE id IN (${values(ids)})`,
  );
  const records = new Map<number, { expected: string[]; stored: string[] }>();
  for (const [id, name, term, ...own] of found) {
    if (term !== null) records.get(id as number)?.stored.push(`${name as string} ${term as string}`);
    else records.set(id as number, { expected: fields.flatMap((field, index) => expectedOf(field, own[index])), stored: [] });
  }
  return [...records]
    .filter(([, { expected, stored }]) => expected.toSorted().join('\n') !== stored.toSorted().join('\n'))
    .map(([id]) => id);

  function expectedOf({ name }: Field, text: unknown): string[] {
    return termsOf(text).map((term) => `${namesField ? name : term} ${term}`);
  }
}

/** The text of a field of the record `r`, as SQL. */
const textOf = (types: RecordTypes, { name, source }: Field): Sql =>
  source.in === 'figure' ? types.bind(source.sql, new Date(0)) : identifier('r', name);

export async function fixWords({ em, types }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> {
  const records = (await loadAll(em, type, ids)) as Stored[];
  const figures = figuresAmongWords(type);
  if (figures.length === 0) return replaceWordRows(em, type, records);
  const texts = list(figures.map((field) => textOf(types, field)));
  const found = await rows(em, sql`SELECT r.id, ${texts} FROM ${identifier(type.table)} r WHERE r.id IN (${values(ids)})`);
  const byID = new Map(found.map(([id, ...own]) => [id, Object.fromEntries(figures.map(({ name }, index) => [name, own[index]]))]));
  await replaceWordRows(
    em,
    type,
    records.map((record) => ({ ...record, ...byID.get(record['id']) })),
  );
}

/** The texts that stand elsewhere, whose words are among those of the records. */
export const figuresAmongWords = perType((type): readonly Field[] => recordWordFields(type).filter(({ source }) => source.in === 'figure'));
