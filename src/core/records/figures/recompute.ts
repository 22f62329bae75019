import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transactions, Transaction, View } from '../../database/transactions';
import { numberOf, rows } from '../../database/rows';
import { storedFigures, textFields } from '../side-tables';
import type { FoldedColumn } from '../../fields/folded-column';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, sql } from '../../sql';
import { indexRowFields } from '../../fields/index-row';
import { duplicateGroupTable } from '../../fields/duplicate-keys';
import { checkGroups, fixDuplicates, fixGroups, staleDuplicates } from './recompute-duplicates';
import { staleFigures, fixFigures } from './recompute-figures';
import { fixIndexRows, staleIndexRows } from './recompute-index';
import { fixResponses, staleResponses } from './recompute-responses';
import { fixWords, staleWords } from './recompute-words';
import { termTables } from '../writing/word-rows';
import { fixTexts, staleTexts } from './recompute-texts';
import { foldedRowsAfter, isStale, fixFolded, type RowID } from './refold';

/** Data stored in a side table of a record type and derived from the records. */
interface DerivedData {
  readonly type: RecordType;
  readonly what: 'figures' | 'texts' | 'responses' | 'index' | 'words' | 'duplicates';
  /** Those of the ids whose stored data differs from what it would be if recomputed. */
  readonly findStale: (view: View, type: RecordType, ids: readonly number[]) => Promise<number[]>;
  readonly fix: (transaction: Transaction, type: RecordType, ids: readonly number[]) => Promise<void>;
}

/** The records of a type whose figures, folded texts, stored responses, index rows, words or keys were out of date. */
export interface StaleRows {
  readonly type: string;
  readonly what: DerivedData['what'] | 'keys' | 'groups';
  /** Of groups of duplicates the keys; settings and lookup entries are prefixed with what they belong to: `jobStage 3`. */
  readonly ids: readonly (number | string)[];
  /** Rows left unchanged because another row already has their recomputed key. */
  readonly clashing?: readonly (number | string)[];
}

export interface RecomputeOptions {
  /** Also store the recomputed values? */
  readonly fix: boolean;
  /** Called with the number of rows checked since the last call. */
  readonly report?: (rows: number) => void;
}

/** Records per statement: each must finish within the statement timeout. */
const BATCH = 200;

/** Recomputes all data derived from records, in small batches. @returns what was out of date */
export async function recompute(transactions: Transactions, options: RecomputeOptions): Promise<StaleRows[]> {
  const found: StaleRows[] = [];
  for (const derived of derivedData(transactions.types)) {
    const ids = await recomputeOne(transactions, derived, options);
    if (ids.length > 0) found.push({ type: derived.type.name, what: derived.what, ids });
  }
  for (const type of transactions.types.all.filter(hasDuplicates)) {
    const ids = await recountGroups(transactions, type, options);
    if (ids.length > 0) found.push({ type: type.name, what: 'groups', ids });
  }
  for (const column of transactions.types.foldedColumns) {
    const { ids, clashing } = await refoldOne(transactions, column, options);
    if (ids.length > 0) found.push({ type: column.name, what: 'keys', ids, ...(clashing.length > 0 && { clashing }) });
  }
  return found;
}

/** The number of rows that `recompute` checks. */
export const rowsToRecompute = (transactions: Transactions): Promise<number> =>
  transactions.read(SYSTEM_CALLER, async ({ em, types }) => {
    let sum = 0;
    const groups = types.all.filter(hasDuplicates).map(duplicateGroupTable);
    for (const table of [
      ...derivedData(types).map(({ type }) => type.table),
      ...groups,
      ...types.foldedColumns.map((column) => column.table),
    ])
      sum += await numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(table)}`);
    return sum;
  });

const derivedData = ({ all }: RecordTypes): DerivedData[] =>
  all.flatMap((type) => [
    ...(storedFigures(type).length > 0 ? [{ type, what: 'figures' as const, findStale: staleFigures, fix: fixFigures }] : []),
    ...(textFields(type).length > 0 ? [{ type, what: 'texts' as const, findStale: staleTexts, fix: fixTexts }] : []),
    ...(type.storedResponses ? [{ type, what: 'responses' as const, findStale: staleResponses, fix: fixResponses }] : []),
    ...(indexRowFields(type).length > 0 ? [{ type, what: 'index' as const, findStale: staleIndexRows, fix: fixIndexRows }] : []),
    ...(termTables(type).length > 0 ? [{ type, what: 'words' as const, findStale: staleWords, fix: fixWords }] : []),
    ...(hasDuplicates(type) ? [{ type, what: 'duplicates' as const, findStale: staleDuplicates, fix: fixDuplicates }] : []),
  ]);

const hasDuplicates = ({ duplicateKinds }: RecordType): boolean => duplicateKinds.length > 0;

async function recomputeOne(
  transactions: Transactions,
  { type, findStale, fix: fixStale }: DerivedData,
  { fix, report }: RecomputeOptions,
): Promise<number[]> {
  const found: number[] = [];
  for (let ids = await idsAfter(transactions, type, 0); ids.length > 0; ids = await idsAfter(transactions, type, ids.at(-1) ?? 0)) {
    const differing = await transactions.read(SYSTEM_CALLER, (view) => findStale(view, type, ids));
    if (fix && differing.length > 0) await transactions.write(SYSTEM_CALLER, (transaction) => fixStale(transaction, type, differing));
    found.push(...differing);
    report?.(ids.length);
  }
  return found;
}

async function recountGroups(transactions: Transactions, type: RecordType, { fix, report }: RecomputeOptions): Promise<string[]> {
  const found: string[] = [];
  const next = (after: string) => transactions.read(SYSTEM_CALLER, (view) => checkGroups(view, type, after, BATCH));
  for (let part = await next(''); part.keys.length > 0; part = await next(part.keys.at(-1)!)) {
    const { keys, stale } = part;
    if (fix && stale.length > 0) await transactions.write(SYSTEM_CALLER, (transaction) => fixGroups(transaction, type, stale));
    found.push(...stale);
    report?.(keys.length);
  }
  return found;
}

async function refoldOne(
  transactions: Transactions,
  column: FoldedColumn,
  { fix, report }: RecomputeOptions,
): Promise<Pick<Required<StaleRows>, 'ids' | 'clashing'>> {
  const found: RowID[] = [];
  const clashing: RowID[] = [];
  const next = (after?: RowID) => transactions.read(SYSTEM_CALLER, ({ em }) => foldedRowsAfter(em, column, after, BATCH));
  for (let batch = await next(); batch.length > 0; batch = await next(batch.at(-1)?.id)) {
    const differing = batch.filter(isStale).map(({ id }) => id);
    if (fix && differing.length > 0)
      clashing.push(...(await transactions.write(SYSTEM_CALLER, ({ em }) => fixFolded(em, column, differing))));
    found.push(...differing);
    report?.(batch.length);
  }
  return { ids: found.map(rowKey), clashing: clashing.map(rowKey) };
}

const rowKey = (id: RowID): number | string => (id.length === 1 ? (id[0] as number) : id.join(' '));

const idsAfter = (transactions: Transactions, { table }: RecordType, last: number): Promise<number[]> =>
  transactions.read(SYSTEM_CALLER, async ({ em }) => {
    const found = await rows(em, sql`SELECT id FROM ${identifier(table)} WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`);
    return found.map(([id]) => id as number);
  });
