import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Caller } from '../callers';
import type { Transactions, Transaction } from '../database';
import type { IdempotentRequest } from '../idempotency/idempotent-request';
import type { BulkType } from './columns';
import type { ImportOptions } from './import-options';
import { importTogether } from './import-together';
import { hashOf, lockImport, lockMatching, storeResults, previousResults, type PreviousResult, type PreviousResults } from './ledger';
import { failed, type RowResult, type RowOutcome } from './row-result';
import type { Row } from './row';

export const ROWS_PER_TRANSACTION = 100;
/** Fewer if they are long: the row that reaches this many characters is the last. */
const TEXT_PER_TRANSACTION = 8 * 1024 ** 2;

export interface ImportRequest {
  readonly bulkType: BulkType;
  readonly caller: Caller;
  readonly options: ImportOptions;
  readonly once?: IdempotentRequest;
}

/** The totals of an import. */
export type ImportTotals = Record<RowOutcome | 'rows', number> & { dryRun: boolean; complete: boolean };

/** Imports rows and yields the result of each, and finally the totals. Yields to other work between transactions. */
export async function* importRows(transactions: Transactions, request: ImportRequest, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const summary: ImportTotals = {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    dryRun: request.options.dryRun,
    complete: true,
  };
  for await (const chunk of chunksOf(rows)) {
    const lines = await importChunk(transactions, request, chunk);
    for (const { outcome } of lines) summary[outcome] += 1;
    summary.rows += lines.length;
    if (chunk.at(-1)?.isEnd) summary.complete = false;
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await othersFirst();
  }
  yield `${JSON.stringify({ summary })}\n`;
}

async function* chunksOf(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let chunk: Row[] = [];
  let length = 0;
  for await (const row of rows) {
    chunk.push(row);
    length += row.text.length;
    if (chunk.length < ROWS_PER_TRANSACTION && length < TEXT_PER_TRANSACTION) continue;
    yield chunk;
    [chunk, length] = [[], 0];
  }
  if (chunk.length > 0) yield chunk;
}

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {
  constructor(readonly lines: readonly RowResult[]) {
    super();
  }
}

async function importChunk(transactions: Transactions, request: ImportRequest, chunk: readonly Row[]): Promise<readonly RowResult[]> {
  try {
    return await transactions.write(request.caller, async (transaction) => {
      const lines = await resultsOf(transaction, request, chunk);
      if (request.options.dryRun) throw new DryRunRollback(lines);
      return lines;
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.lines;
    throw error;
  }
}

async function resultsOf(
  transaction: Transaction,
  { bulkType, options, once }: ImportRequest,
  chunk: readonly Row[],
): Promise<readonly RowResult[]> {
  if (once) await lockImport(transaction, once);
  if (options.match !== 'id') await lockMatching(transaction.em, bulkType.type);
  const before: PreviousResults = once ? await previousResults(transaction, once, chunk) : new Map();
  const rows = chunk.filter(({ row }) => !before.has(row));
  const imported = await importTogether(transaction, bulkType, rows, options);
  const done = new Map(rows.map((row, index) => [row, imported[index]!]));
  if (once) await storeResults(transaction, once, done);
  return chunk.map((row) => done.get(row) ?? previousResult(row, before.get(row.row)!));
}

const previousResult = (row: Row, { request, answer }: PreviousResult): RowResult =>
  request === hashOf(row)
    ? (JSON.parse(answer) as RowResult)
    : failed(row, 'The row differs from the one sent before with this Idempotency-Key.');
