import { parse } from 'csv-parse';
import { createReadStream, createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { valueOf } from '../../src/core/bulk/cells';
import type { Field } from '../../src/core/fields/field';
import { fold } from '../../src/core/text/fold';
import type { CheckedRow } from './checked-row';
import { insertCandidates, takenKeys } from './insert-candidates';
import type { BareDatabase, Value } from './executor';
import type { Lookups } from './lookups';

const BATCH = 200;

export interface ImportContext {
  readonly database: BareDatabase;
  readonly lookups: Lookups;
  readonly fields: ReadonlyMap<string, Field>;
  /** Called after changes have been committed. */
  readonly followChanges: () => void;
}

interface Line {
  readonly row: number;
  readonly id?: number;
  readonly outcome: 'created' | 'failed';
  readonly detail?: string;
}

let files = 0;

/**
 * Keeps the promises of the service: every cell is checked by the rules of its field, lookup entries exist, addresses are unique,
 * a row is saved or refused as a whole without a consequence for others, and every row gets its line. The file is kept on disk
 * first, since most callers send everything before they read.
 */
export async function importCandidates(
  { database, lookups, fields, followChanges }: ImportContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = join(tmpdir(), `bare-import-${process.pid}-${files++}`);
  try {
    await pipeline(request, createWriteStream(path));
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    await pipeline(
      createReadStream(path),
      parse({ bom: true, relax_column_count: true }),
      async function* (records) {
        const summary = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0, dryRun: false, complete: true };
        for await (const rows of checkedRows(records as AsyncIterable<string[]>, fields, lookups)) {
          const lines = await saveRows(database, rows);
          followChanges();
          for (const { outcome } of lines) summary[outcome]++;
          summary.rows += lines.length;
          yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        }
        yield `${JSON.stringify({ summary })}\n`;
      },
      response,
    );
  } finally {
    await unlink(path);
  }
}

async function* checkedRows(
  records: AsyncIterable<string[]>,
  fields: ReadonlyMap<string, Field>,
  lookups: Lookups,
): AsyncGenerator<CheckedRow[]> {
  let columns: (Field & { readonly column: string })[] | undefined;
  let batch: CheckedRow[] = [];
  let row = 0;
  for await (const cells of records) {
    if (columns === undefined) {
      columns = cells.map((column) => ({ ...known(fields, column), column }));
      continue;
    }
    batch.push(checked(++row, columns, cells, lookups));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function known(fields: ReadonlyMap<string, Field>, name: string): Field {
  const field = fields.get(name);
  if (!field) throw new Error(`${name} is not a field.`);
  return field;
}

function checked(row: number, columns: readonly Field[], cells: readonly string[], lookups: Lookups): CheckedRow {
  const values = new Map<string, Value>();
  if (cells.length !== columns.length) return { row, values, error: `has ${cells.length} cells` };
  for (const [index, field] of columns.entries()) {
    const sent = valueOf(field, cells[index] ?? '');
    if (sent === undefined) continue;
    const complaint = sent === null ? undefined : (field.validate(sent) ?? unknownEntry(field, sent, lookups));
    if (complaint !== undefined) return { row, values, error: `/${field.name} ${complaint}` };
    const value = sent === null ? null : field.parse(sent);
    values.set(field.name, value instanceof Date ? value.toISOString().slice(0, 23).replace('T', ' ') : (value as Value));
  }
  return { row, values };
}

const unknownEntry = ({ source }: Field, value: unknown, lookups: Lookups): string | undefined =>
  (source.in === 'lookup' || source.in === 'code') && lookups.name(source.list, value) === null
    ? `must be an entry in the lookup list ${source.list}`
    : undefined;

/** In one transaction; should it fail, in two halves, until the row that is at fault is alone. */
async function saveRows(database: BareDatabase, rows: readonly CheckedRow[]): Promise<Line[]> {
  try {
    return await database.transaction(async (connection) => {
      const taken = await takenKeys(connection, rows);
      const refused = new Map<number, string>();
      const accepted = rows.filter(({ row, values, error }) => {
        const email = fold(String(values.get('email1') ?? ''));
        const fault = error ?? (taken.has(email) ? 'Another candidate has this address.' : undefined);
        if (fault !== undefined) refused.set(row, fault);
        else if (email !== '') taken.add(email);
        return fault === undefined;
      });
      const first = accepted.length > 0 ? await insertCandidates(connection, accepted) : 0;
      const ids = new Map(accepted.map(({ row }, index) => [row, first + index]));
      return rows.map(({ row }): Line => {
        const detail = refused.get(row);
        return detail === undefined ? { row, id: ids.get(row) ?? 0, outcome: 'created' } : { row, outcome: 'failed', detail };
      });
    });
  } catch (error) {
    if (rows.length <= 1) return rows.map(({ row }) => ({ row, outcome: 'failed', detail: String(error) }));
    const middle = rows.length >> 1;
    return [...(await saveRows(database, rows.slice(0, middle))), ...(await saveRows(database, rows.slice(middle)))];
  }
}
