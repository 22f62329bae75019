import { THE_SERVICE } from '../../callers/service-caller';
import type { Transactions, Unit, View } from '../../database/transactions';
import { numberOf, rows } from '../../database/rows';
import { keptFigures, textFields } from '../../database/side-tables';
import { allRecordTypes, type RecordType } from '../../fields/record-type';
import { identifier, sql } from '../../query';
import { wrongFigures, mendFigures } from './recompute-figures';
import { mendTexts, wrongTexts } from './recompute-texts';

/** Something kept beside the records of a type that follows from elsewhere. */
interface Kept {
  readonly type: RecordType;
  readonly what: 'figures' | 'texts';
  /** Those of the ids where it is not what it would be, computed anew. */
  readonly wrong: (view: View, type: RecordType, ids: readonly number[]) => Promise<number[]>;
  readonly mend: (unit: Unit, type: RecordType, ids: readonly number[]) => Promise<void>;
}

/** The records of a type whose figures or folded texts were not right. */
export interface Wrong {
  readonly type: string;
  readonly what: Kept['what'];
  readonly ids: readonly number[];
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
  return found;
}

/** How many rows there are to look at. */
export const rowsToRecompute = (transactions: Transactions): Promise<number> =>
  transactions.read(THE_SERVICE, async ({ em }) => {
    let sum = 0;
    for (const { type } of allKept()) sum += await numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(type.table)}`);
    return sum;
  });

const allKept = (): Kept[] =>
  allRecordTypes().flatMap((type) => [
    ...(keptFigures(type).length > 0 ? [{ type, what: 'figures' as const, wrong: wrongFigures, mend: mendFigures }] : []),
    ...(textFields(type).length > 0 ? [{ type, what: 'texts' as const, wrong: wrongTexts, mend: mendTexts }] : []),
  ]);

async function recomputeOne(transactions: Transactions, { type, wrong, mend: setRight }: Kept, { mend, report }: Recomputing): Promise<number[]> {
  const found: number[] = [];
  for (let ids = await idsAfter(transactions, type, 0); ids.length > 0; ids = await idsAfter(transactions, type, ids.at(-1) ?? 0)) {
    const differing = await transactions.read(THE_SERVICE, (view) => wrong(view, type, ids));
    if (mend && differing.length > 0) await transactions.write(THE_SERVICE, (unit) => setRight(unit, type, differing));
    found.push(...differing);
    report?.(ids.length);
  }
  return found;
}

const idsAfter = (transactions: Transactions, { table }: RecordType, last: number): Promise<number[]> =>
  transactions.read(THE_SERVICE, async ({ em }) => {
    const found = await rows(em, sql`SELECT id FROM ${identifier(table)} WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`);
    return found.map(([id]) => id as number);
  });
