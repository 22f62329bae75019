import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Caller } from '../callers';
import type { Transactions, Unit } from '../database';
import type { AskedOnce } from '../idempotency/asked-once';
import type { Bulky } from './columns';
import { importOne, type Manner } from './import-one';
import { hashOf, holdImport, remember, remembered, type Remembered } from './ledger';
import { failed, type Line, type Outcome } from './line';
import type { Row } from './rows';

/** So many rows are one transaction. */
const CHUNK = 50;

/** What is imported, for whom, and how. */
export interface Import {
  readonly bulky: Bulky;
  readonly caller: Caller;
  readonly manner: Manner;
  readonly once?: AskedOnce;
}

/** What an import came to. */
export type Summary = Record<Outcome | 'rows', number> & { dryRun: boolean; complete: boolean };

/** Imports rows and says of each what came of it, at last of all. Between its transactions others come to theirs. */
export async function* imported(transactions: Transactions, asked: Import, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const summary: Summary = { rows: 0, created: 0, updated: 0, unchanged: 0, failed: 0, dryRun: asked.manner.dryRun, complete: true };
  for await (const chunk of chunksOf(rows)) {
    const lines = await committed(transactions, asked, chunk);
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
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** What a dry run ends with, so that nothing of it stays. */
class Undone extends Error {
  constructor(readonly lines: readonly Line[]) {
    super();
  }
}

async function committed(transactions: Transactions, asked: Import, chunk: readonly Row[]): Promise<readonly Line[]> {
  try {
    return await transactions.write(asked.caller, async (unit) => {
      const lines = await linesOf(unit, asked, chunk);
      if (asked.manner.dryRun) throw new Undone(lines);
      return lines;
    });
  } catch (error) {
    if (error instanceof Undone) return error.lines;
    throw error;
  }
}

async function linesOf(unit: Unit, { bulky, manner, once }: Import, chunk: readonly Row[]): Promise<readonly Line[]> {
  if (once) await holdImport(unit, once);
  const before: Remembered = once ? await remembered(unit, once, chunk) : new Map();
  const lines: Line[] = [];
  for (const row of chunk) lines.push(saidBefore(row, before) ?? (await importOne(unit, bulky, row, manner)));
  const done = chunk.flatMap((row, index) => (before.has(row.row) ? [] : [{ row, line: lines[index]! }]));
  if (once) await remember(unit, once, done);
  return lines;
}

function saidBefore(row: Row, before: Remembered): Line | undefined {
  const known = before.get(row.row);
  if (!known) return undefined;
  return known.request === hashOf(row)
    ? (JSON.parse(known.answer) as Line)
    : failed(row, 'The row differs from the first time that it came with this Idempotency-Key.');
}
