import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { cellOf } from '../../src/core/bulk/cells';
import type { RecordResponse } from '../../src/core/records/reading/mapper';
import type { BareResponses } from './responses';

const BATCH = 500;
const BYTE_ORDER_MARK = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]/;

/** All candidates as CSV, a batch at a time and no faster than the client reads. */
export async function exportCandidates(responses: BareResponses, columns: readonly string[], response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
  response.write(`${BYTE_ORDER_MARK}${columns.join(',')}\r\n`);
  for (let last = 0; ;) {
    const batch = await responses.candidatesAfter(last, BATCH);
    if (batch.length > 0 && !response.write(batch.map((candidate) => lineOf(columns, candidate)).join(''))) await once(response, 'drain');
    if (batch.length < BATCH) break;
    last = batch.at(-1)?.['id'] as number;
  }
  response.end();
}

const lineOf = (columns: readonly string[], candidate: RecordResponse): string =>
  `${columns.map((name) => quoted(cellOf(candidate[name]))).join(',')}\r\n`;

const quoted = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
