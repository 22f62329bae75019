import type { Transaction } from '../database';
import { tryInSavepoint } from '../database/savepoint';
import { Problem } from '../problems';
import { createMany } from '../records';
import type { BulkType } from './columns';
import { bind, createdAs, importRow, isCreating, type ImportOptions } from './import-row';
import { failedBy, type RowResult } from './row-result';
import type { Row } from './rows';

/** Imports rows in their order, each completely or not at all. New records that follow each other are created together. */
export async function importTogether(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly Row[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  while (results.length < rows.length) {
    const rest = rows.slice(results.length);
    const end = rest.findIndex((row) => !isCreating(row, options.mode));
    const created = end < 0 ? rest : rest.slice(0, end);
    const next = created.length > 1 ? await createRows(transaction, bulkType, created, options) : undefined;
    results.push(...(next ?? (await importEach(transaction, bulkType, rest.slice(0, Math.max(created.length, 1)), options))));
  }
  return results;
}

async function importEach(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly Row[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const row of rows) results.push(await importRow(transaction, bulkType, row, options));
  return results;
}

/** @returns undefined when something failed that is not the problem of a single row; nothing is left of it then */
async function createRows(
  transaction: Transaction,
  { type, created }: BulkType,
  rows: readonly Row[],
  options: ImportOptions,
): Promise<RowResult[] | undefined> {
  const bodies = rows.map((row) => bodyOrProblem(() => bind(transaction.caller, created, row.body)));
  const valid = bodies.filter((body) => !(body instanceof Problem));
  let ids: (number | Problem)[] = [];
  const failure = await tryInSavepoint(transaction, 'rows_together', async () => {
    ids = await createMany(transaction, type, valid, { allowDuplicate: options.allowDuplicate });
  });
  if (failure) return undefined;
  const outcomes = new Map(valid.map((body, index) => [body, ids[index]!]));
  return rows.map((row, index) => {
    const outcome = outcomes.get(bodies[index]!) ?? (bodies[index] as Problem);
    return typeof outcome === 'number' ? createdAs(row, outcome, options) : failedBy(row, undefined, outcome);
  });
}

function bodyOrProblem(bound: () => object): object {
  try {
    return bound();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
