import type { Caller } from '../callers';
import type { Transactions, View } from '../database';
import { rows } from '../database/rows';
import { InvalidRequest } from '../problems';
import { select } from '../query';
import { sql, Sql } from '../sql';
import { displayName, listSearch, pluralOf, readResponses, type RecordResponse, type ListCriteria } from '../records';
import { sheetCellOf } from './cells';
import { columnsOf, type BulkType } from './columns';
import { BYTE_ORDER_MARK, csvOf, rowOf } from './csv';
import { readExported, valueIn, type Exported } from './exported';
import type { Format } from './formats';
import { MAX_ROWS, workbookOf, type CellValue } from './xlsx/write';

/** Records read at a time. */
const BATCH = 100;

/** Records written at a time: V8 keeps texts of more than 128 kB with the old objects, which it collects rarely. */
const PART = 20;

/** An export and who asks for it. */
export interface ExportRequest {
  readonly caller: Caller;
  readonly bulkType: BulkType;
  readonly criteria: ListCriteria;
}

/** The matching records, as the text or the bytes of a file. */
export function exportRecords(transactions: Transactions, request: ExportRequest, format: Format): AsyncGenerator<string | Uint8Array> {
  if (format === 'ndjson') return ndjsonOf(readParts(transactions, request, readAsGet));
  const parts = readParts(transactions, request, readExported);
  return format === 'csv' ? csvFile(parts, columnsOf(request.bulkType, request.caller)) : xlsxFile(transactions, request, parts);
}

type Parts<T> = AsyncGenerator<readonly T[]>;

async function* ndjsonOf(parts: Parts<RecordResponse>): AsyncGenerator<string> {
  for await (const responses of parts) yield responses.map((response) => `${JSON.stringify(response)}\n`).join('');
}

async function* csvFile(parts: Parts<Exported>, columns: readonly string[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvOf([[...columns]]);
  for await (const records of parts) yield csvOf(records.map((record) => rowOf(columns, (column) => valueIn(record, column))));
}

async function* xlsxFile(transactions: Transactions, request: ExportRequest, parts: Parts<Exported>): AsyncGenerator<Uint8Array> {
  await refuseTooMany(transactions, request);
  const { type } = request.bulkType;
  const columns = columnsOf(request.bulkType, request.caller).map((name) => ({
    name,
    field: name === 'tags' ? undefined : type.findField(name),
  }));
  async function* cells(): AsyncGenerator<CellValue[][]> {
    yield [columns.map(({ name }) => ({ text: name }))];
    for await (const records of parts)
      yield records.map((record) => columns.map(({ name, field }) => sheetCellOf(field, valueIn(record, name))));
  }
  yield* workbookOf(pluralOf(type.name), cells());
}

/** A sheet has a limited number of rows. @throws InvalidRequest */
async function refuseTooMany(transactions: Transactions, { caller, bulkType: { type }, criteria }: ExportRequest): Promise<void> {
  const [beyond] = await transactions.readFromReplica(caller, (view) => {
    const { from, where, params } = selectionOf(view, type, criteria);
    return rows(view.em, sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where}`, params)} ORDER BY r.id LIMIT 1 OFFSET ${MAX_ROWS - 1}`);
  });
  if (beyond)
    throw new InvalidRequest(
      `A workbook has room for ${MAX_ROWS - 1} ${pluralOf(displayName(type))}. Export them as CSV, or select some by ids.`,
    );
}

/** All matching records, a part at a time. The next batch is read while the last one is written, so that neither waits for the other. */
async function* readParts<T>(transactions: Transactions, request: ExportRequest, read: Read<T>): Parts<T> {
  const batches = batchAfterBatch(transactions, request, read);
  for (let next = batches.next(); ;) {
    const batch = await next;
    if (batch.done) return;
    next = batches.next();
    // thrown when it is awaited, unless nobody wants it any more
    next.catch(() => undefined);
    for (let start = 0; start < batch.value.length; start += PART) yield batch.value.slice(start, start + PART);
  }
}

type Read<T> = (view: View, bulkType: BulkType, ids: readonly number[]) => Promise<T[]>;

const readAsGet: Read<RecordResponse> = (view, { type }, ids) => readResponses(view, type, ids);

/** Each batch is a separate read, so that no read takes long even if the export does. */
async function* batchAfterBatch<T>(transactions: Transactions, request: ExportRequest, read: Read<T>): AsyncGenerator<readonly T[]> {
  let last: number | undefined;
  do {
    const { ids, records } = await transactions.readFromReplica(request.caller, (view) => readBatch(view, request, read, last));
    if (records.length > 0) yield records;
    last = ids.length === BATCH ? ids.at(-1) : undefined;
  } while (last !== undefined);
}

async function readBatch<T>(view: View, { bulkType, criteria }: ExportRequest, read: Read<T>, last: number | undefined) {
  const { from, where, order, params } = selectionOf(view, bulkType.type, criteria, last);
  const found = await rows(view.em, sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params)} LIMIT ${BATCH}`);
  const ids = found.map(([id]) => id as number);
  return { ids, records: await read(view, bulkType, ids) };
}

function selectionOf(view: View, type: BulkType['type'], criteria: ListCriteria, last?: number) {
  const { extraConditions, timeZone } = listSearch(type, criteria);
  return select(type, {
    extraConditions,
    timeZone,
    types: view.types,
    scope: view.caller.scope,
    now: view.now,
    after: last === undefined ? undefined : [last],
  });
}
