import type { Caller } from '../core/callers';
import { hiddenFields } from '../core/callers';
import { BYTE_ORDER_MARK, csvOf, rowOf } from '../core/bulk';
import type { RecordResponse } from '../core/records';
import type { ExportFormat } from './run.dto';
import type { RunKind } from './run-kind';

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
};

interface RunFile {
  readonly run: RecordResponse;
  readonly lines: readonly RecordResponse[];
}

/** A run and its lines as the text of a file. */
export function fileOf(caller: Caller, kind: RunKind, format: ExportFormat, { run, lines }: RunFile): string {
  if (format === 'json') return JSON.stringify({ [kind.name]: run, lines });
  if (format === 'ndjson') return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const hidden = hiddenFields(kind.lines, caller);
  const columns = kind.lines.fields.filter((field) => field.inResponse === 'field' && !hidden.includes(field)).map(({ name }) => name);
  return BYTE_ORDER_MARK + csvOf([columns, ...lines.map((line) => rowOf(columns, (column) => line[column]))]);
}
