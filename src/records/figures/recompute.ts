import { THE_SERVICE } from '../../callers/service-caller';
import type { Transactions, Unit, View } from '../../database/transactions';
import { numberOf, rows } from '../../database/rows';
import { keptFigures, textFields } from '../../database/side-tables';
import { allFoldedColumns, type FoldedColumn } from '../../fields/folded-column';
import { allRecordTypes, type RecordType } from '../../fields/record-type';
import { identifier, sql } from '../../query';
import { wrongFigures, mendFigures } from './recompute-figures';
import { mendTexts, wrongTexts } from './recompute-texts';
import { foldedAfter, isWrong, mendFolded, type RowID } from './refold';

/** Something kept beside the records of a type that follows from elsewhere. */
interface Kept {
  readonly type: RecordType;
  readonly what: 'figures' | 'texts';
  /** Those of the ids where it is not what it would be, computed anew. */
  readonly wrong: (view: View, type: RecordType, ids: readonly number[]) => Promise<number[]>;
  readonly mend: (unit: Unit, type: RecordType, ids: readonly number[]) => Promise<void>;
}

/** The records of a type whose figures, folded texts or folded keys were not right. */
export interface Wrong {
  readonly type: string;
  readonly what: Kept['what'] | 'keys';
  /** Of settings and entries of lists, with what they belong to: `jobStage 3`. */
  readonly ids: readonly (number | string)[];
  /** Those left as they are: another one has already the key that they would have. */
  readonly clashing?: readonly (number | string)[];
}

export interface Recomputing {
  /** Set right what differs? */
  readonly mend: boolean;
  /** Told how many more rows have been looked at. */
  readonly report?: (rows: number) => void;
}

/** So many records in one statement, which has to end in its time. */
const BATCH = 200;

/** Computes everything anew that is kept beside records, from the records, a few at a time. @returns what differed */
export async function recompute(transactions: Transactions, how: Recomputing): Promise<Wrong[]> {
  const found: Wrong[] = [];
  for (const kept of allKept()) {
    const ids = await recomputeOne(transactions, kept, how);
    if (ids.length > 0) found.push({ type: kept.type.name, what: kept.what, ids });
  }
  for (const column of allFoldedColumns()) {
    const { ids, clashing } = await refoldOne(transactions, column, how);
    if (ids.length > 0) found.push({ type: column.name, what: 'keys', ids, ...(clashing.length > 0 && { clashing }) });
  }
  return found;
}

/** How many rows there are to look at. */
export const rowsToRecompute = (transactions: Transactions): Promise<number> =>
  transactions.read(THE_SERVICE, async ({ em }) => {
    let sum = 0;
    for (const table of [...allKept().map(({ type }) => type.table), ...allFoldedColumns().map((column) => column.table)])
      sum += await numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(table)}`);
    return sum;
  });

const allKept = (): Kept[] =>
  allRecordTypes().flatMap((type) => [
    ...(keptFigures(type).length > 0 ? [{ type, what: 'figures' as const, wrong: wrongFigures, mend: mendFigures }] : []),
    ...(textFields(type).length > 0 ? [{ type, what: 'texts' as const, wrong: wrongTexts, mend: mendTexts }] : []),
  ]);

async function recomputeOne(
  transactions: Transactions,
  { type, wrong, mend: setRight }: Kept,
  { mend, report }: Recomputing,
): Promise<number[]> {
  const found: number[] = [];
  for (let ids = await idsAfter(transactions, type, 0); ids.length > 0; ids = await idsAfter(transactions, type, ids.at(-1) ?? 0)) {
    const differing = await transactions.read(THE_SERVICE, (view) => wrong(view, type, ids));
    if (mend && differing.length > 0) await transactions.write(THE_SERVICE, (unit) => setRight(unit, type, differing));
    found.push(...differing);
    report?.(ids.length);
  }
  return found;
}

async function refoldOne(
  transactions: Transactions,
  column: FoldedColumn,
  { mend, report }: Recomputing,
): Promise<Pick<Required<Wrong>, 'ids' | 'clashing'>> {
  const found: RowID[] = [];
  const clashing: RowID[] = [];
  const next = (after?: RowID) => transactions.read(THE_SERVICE, ({ em }) => foldedAfter(em, column, after, BATCH));
  for (let batch = await next(); batch.length > 0; batch = await next(batch.at(-1)?.id)) {
    const differing = batch.filter(isWrong).map(({ id }) => id);
    if (mend && differing.length > 0)
      clashing.push(...(await transactions.write(THE_SERVICE, ({ em }) => mendFolded(em, column, differing))));
    found.push(...differing);
    report?.(batch.length);
  }
  return { ids: found.map(said), clashing: clashing.map(said) };
}

const said = (id: RowID): number | string => (id.length === 1 ? (id[0] as number) : id.join(' '));

const idsAfter = (transactions: Transactions, { table }: RecordType, last: number): Promise<number[]> =>
  transactions.read(THE_SERVICE, async ({ em }) => {
    const found = await rows(em, sql`SELECT id FROM ${identifier(table)} WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`);
    return found.map(([id]) => id as number);
  });
