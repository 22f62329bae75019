import type { Transaction } from '../database';
import { tryInSavepoint } from '../database/savepoint';
import { Problem } from '../problems';
import { changesOthers, createMany } from '../records';
import type { BulkType } from './columns';
import type { ImportOptions } from './import-options';
import { bodyOf, createdAs, importRow } from './import-row';
import { readyRows, type ReadyRow } from './ready-row';
import { shownNow } from './row-changes';
import { failedBy, type RowResult } from './row-result';
import type { Row } from './row';
import { differentOnes } from './targets';

/** Imports rows in their order, each completely or not at all. New records that follow each other are created together. */
export async function importTogether(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly Row[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  while (results.length < rows.length) {
    // the second row about a record must find what the first one leaves
    const next = differentOnes(bulkType, rows.slice(results.length), options.match);
    results.push(...(await importReady(transaction, bulkType, await readyRows(transaction, bulkType, next, options), options)));
  }
  return results;
}

async function importReady(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly ReadyRow[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  while (results.length < rows.length) {
    const rest = rows.slice(results.length);
    const end = rest.findIndex(({ id, fault }) => id !== undefined || fault !== undefined);
    const created = end < 0 ? rest : rest.slice(0, end);
    const next = created.length > 1 ? await createRows(transaction, bulkType, created, options) : undefined;
    results.push(...(next ?? (await importEach(transaction, bulkType, rest.slice(0, Math.max(created.length, 1)), options))));
  }
  return results;
}

async function importEach(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly ReadyRow[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const row of rows) results.push(await importRow(transaction, bulkType, row, options));
  return results;
}

/**
 * @returns undefined when something failed that is not the problem of a single row, of which nothing is left then; and for records that
 * change others, since what becomes of the next one may follow from that
 */
async function createRows(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly ReadyRow[],
  options: ImportOptions,
): Promise<RowResult[] | undefined> {
  if (changesOthers(transaction, bulkType.type)) return undefined;
  const bodies = rows.map((row) => bodyOrProblem(() => bodyOf(transaction.caller, bulkType, row)));
  const valid = bodies.filter((body) => !(body instanceof Problem));
  let ids: (number | Problem)[] = [];
  const failure = await tryInSavepoint(transaction, 'rows_together', async () => {
    ids = await createMany(transaction, bulkType.type, valid, options);
    await tagNew(transaction, bulkType, new Map(rows.map((row, index) => [row, outcomeOf(bodies[index]!)])));
  });
  if (failure) return undefined;
  const created = valid.length > 0 && options.dryRun ? ids.filter((id) => typeof id === 'number') : [];
  const shown = await shownNow(transaction, bulkType, created);
  return rows.map((row, index) => {
    const outcome = outcomeOf(bodies[index]!);
    return typeof outcome === 'number' ? createdAs(row, outcome, options, shown.get(outcome), bulkType) : failedBy(row, undefined, outcome);
  });

  function outcomeOf(body: object): number | Problem {
    return body instanceof Problem ? body : ids[valid.indexOf(body)]!;
  }
}

async function tagNew(transaction: Transaction, { tags }: BulkType, created: ReadonlyMap<ReadyRow, number | Problem>): Promise<void> {
  for (const [row, id] of created) if (row.tags && typeof id === 'number') await tags?.replace(transaction, id, row.tags);
}

function bodyOrProblem(bound: () => object): object {
  try {
    return bound();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
