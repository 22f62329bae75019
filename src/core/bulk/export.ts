import type { Caller } from '../callers';
import type { Transactions, View } from '../database';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { select } from '../query';
import { sql, Sql } from '../sql';
import { readResponses, listSearch, type RecordResponse, type RecordListQuery } from '../records';
import { columnsOf, type BulkType } from './columns';
import { BYTE_ORDER_MARK, csvOf, rowOf } from './csv';
import type { Format } from './formats';

/** Records read at a time. */
const BATCH = 200;

export type ExportCriteria = Pick<RecordListQuery, 'updatedSince' | 'ids'>;

/** The matching records, as the text of a file. */
export async function* exportRecords(
  transactions: Transactions,
  caller: Caller,
  bulkType: BulkType,
  format: Format,
  criteria: ExportCriteria,
): AsyncGenerator<string> {
  const columns = columnsOf(bulkType, caller);
  const written = (responses: readonly RecordResponse[]): string =>
    format === 'csv'
      ? csvOf(responses.map((response) => rowOf(columns, response)))
      : responses.map((response) => `${JSON.stringify(response)}\n`).join('');
  if (format === 'csv') yield BYTE_ORDER_MARK + csvOf([[...columns]]);
  for await (const responses of readBatches(transactions, caller, bulkType.type, criteria)) yield written(responses);
}

/** Each batch is a separate read, so that no read takes long even if the export does. */
async function* readBatches(
  transactions: Transactions,
  caller: Caller,
  type: RecordType,
  criteria: ExportCriteria,
): AsyncGenerator<readonly RecordResponse[]> {
  let last: number | undefined;
  do {
    const { ids, responses } = await transactions.read(caller, (view) => readBatch(view, type, criteria, last));
    if (responses.length > 0) yield responses;
    last = ids.length === BATCH ? ids.at(-1) : undefined;
  } while (last !== undefined);
}

async function readBatch(view: View, type: RecordType, criteria: ExportCriteria, last: number | undefined) {
  const { extraConditions: also, timeZone } = listSearch(type, criteria);
  const { from, where, order, params } = select(type, {
    extraConditions: also,
    timeZone,
    types: view.types,
    scope: view.caller.scope,
    now: view.now,
    after: last === undefined ? undefined : [last],
  });
  const found = await rows(view.em, sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params)} LIMIT ${BATCH}`);
  const ids = found.map(([id]) => id as number);
  return { ids, responses: await readResponses(view, type, ids) };
}
