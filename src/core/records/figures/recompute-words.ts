import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import type { Transaction, View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values } from '../../sql';
import { loadAll, type Stored } from '../writing/stored';
import { replaceWordRows, termTables, type TermTable } from '../writing/word-rows';

/** Those of the ids whose words or keys are not those of their texts. */
export async function staleWords({ em }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const stale = new Set<number>();
  for (const each of termTables(type)) for (const id of await staleTerms(em, type, each, ids)) stale.add(id);
  return [...stale];
}

/** The texts, then the words or keys: both are read at one moment. */
async function staleTerms(em: EntityManager, { table }: RecordType, terms: TermTable, ids: readonly number[]): Promise<number[]> {
  const { fields, column, namesField, termsOf } = terms;
  const texts = list(fields.map(({ name }) => identifier(name)));
  const none = list(fields.map(() => sql`NULL`));
  const found = await rows(
    em,
    sql`SELECT id, NULL AS field, NULL AS term, ${texts} FROM ${identifier(table)} WHERE id IN (${values(ids)}) UNION ALL SELECT id, ${identifier(namesField ? 'field' : column)}, ${identifier(column)}, ${none} FROM ${identifier(terms.table)} WHERE id IN (${values(ids)})`,
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

export const fixWords = async ({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> =>
  replaceWordRows(em, type, (await loadAll(em, type, ids)) as Stored[]);
