import { SYSTEM_CALLER } from '../../callers/system-caller';
import { setRecomputed } from '../../database/recomputation';
import { numberOf } from '../../database/rows';
import type { Transactions } from '../../database/transactions';
import { identifier, sql } from '../../sql';
import { allDerivedData, type DerivedData, type Key } from './derived-data';

/** The records of a type whose figures, folded texts, stored responses, index rows, words or keys were out of date. */
export interface StaleRows extends Pick<DerivedData, 'type' | 'what'> {
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

/** Recomputes all data derived from records, in small batches. @returns what was out of date */
export async function recompute(transactions: Transactions, options: RecomputeOptions): Promise<StaleRows[]> {
  const found: StaleRows[] = [];
  for (const derived of allDerivedData(transactions.types)) {
    const { type, what } = derived;
    const { stale, clashing } = await recomputeOne(transactions, derived, options);
    const left = clashing.length > 0 && { clashing: clashing.map(shown) };
    if (stale.length > 0) found.push({ type, what, ids: stale.map(shown), ...left });
  }
  if (options.fix) await transactions.write(SYSTEM_CALLER, ({ em, now }) => setRecomputed(em, now));
  return found;
}

/** The number of rows that `recompute` checks. */
export const rowsToRecompute = (transactions: Transactions): Promise<number> =>
  transactions.read(SYSTEM_CALLER, async ({ em, types }) => {
    let sum = 0;
    for (const { table } of allDerivedData(types)) sum += await numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(table)}`);
    return sum;
  });

async function recomputeOne(transactions: Transactions, derived: DerivedData, { fix, report }: RecomputeOptions) {
  const [found, clashing]: [Key[], Key[]] = [[], []];
  const next = (after?: Key) => transactions.read(SYSTEM_CALLER, (view) => derived.check(view, after));
  for (let batch = await next(); batch.checked > 0; batch = await next(batch.last)) {
    const { checked, stale } = batch;
    if (fix && stale.length > 0)
      clashing.push(...(await transactions.write(SYSTEM_CALLER, (transaction) => derived.fix(transaction, stale))));
    found.push(...stale);
    report?.(checked);
  }
  return { stale: found, clashing };
}

const shown = (key: Key): number | string => (typeof key !== 'object' ? key : key.length === 1 ? (key[0] as number) : key.join(' '));
