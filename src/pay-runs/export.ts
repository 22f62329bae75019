import type { Caller } from '../core/callers';
import { hiddenFields } from '../core/callers';
import { BYTE_ORDER_MARK, csvOf, rowOf } from '../core/bulk';
import type { RecordResponse } from '../core/records';
import type { PayRunExportQuery } from './pay-run.dto';
import { payRunLines } from './pay-runs.records';

type Format = PayRunExportQuery['format'];

export const MEDIA_TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson', json: 'application/json' };

/** A run and its lines as the text of a file. */
export function fileOf(caller: Caller, format: Format, run: RecordResponse, lines: readonly RecordResponse[]): string {
  if (format === 'json') return JSON.stringify({ payRun: run, lines });
  if (format === 'ndjson') return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const hidden = hiddenFields(payRunLines, caller);
  const columns = payRunLines.fields.filter((field) => field.inResponse === 'field' && !hidden.includes(field)).map(({ name }) => name);
  return BYTE_ORDER_MARK + csvOf([columns, ...lines.map((line) => rowOf(columns, line))]);
}
