import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { runCommand } from './command';
import { progressTo } from './progress';
import { MEDIA_TYPES } from '../core/bulk/formats';
import type { ImportTotals } from '../core/bulk/import';
import type { RowResult } from '../core/bulk/row-result';
import { HELP, readArguments, type CommandOptions } from './bulk-arguments';
import { fetchOrThrow, withRetries } from './bulk-requests';

async function importFile(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (!options) return void process.stdout.write(HELP);
  const started = Date.now();
  const report = new Report(await linesIn(options.file));
  // the same for every attempt, so that nothing is imported twice
  const once = randomUUID();
  const summary = await withRetries(() => send(options, once, report));
  report.end(summary, (Date.now() - started) / 1000);
  if (summary.failed > 0 || !summary.complete) process.exitCode = 1;
}

async function send(options: CommandOptions, once: string, report: Report): Promise<ImportTotals> {
  const { type, file, url, key, format, mode, match, dryRun, confirmed } = options;
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    ...(mode ? { mode } : {}),
    ...(match ? { match } : {}),
    ...Object.fromEntries(confirmed.map((parameter) => [parameter, 'true'])),
  });
  const body = createReadStream(file);
  const headers = { 'Content-Type': MEDIA_TYPES[format], 'Idempotency-Key': once };
  const response = await fetchOrThrow(`${url}/api/${type}/Import?${query.toString()}`, {
    method: 'POST',
    key,
    headers,
    body,
    duplex: 'half',
  });
  for await (const text of createInterface({ input: Readable.fromWeb(response.body) })) {
    const line = JSON.parse(text) as RowResult & { summary?: ImportTotals };
    if (line.summary) return line.summary;
    report.add(line);
  }
  throw new Error('the response has no summary');
}

/** Shows the progress, each failed row, what may be wrong, and what would change. */
class Report {
  private readonly progress;
  private last = 0;

  constructor(rows: number) {
    this.progress = progressTo(process.stdout, Math.max(1, rows));
  }

  /** Skips rows that were reported in an earlier attempt. */
  add({ row, outcome, detail, errors = [], warnings = [], fields = {} }: RowResult): void {
    if (row <= this.last) return;
    this.progress.advance(row - this.last);
    this.last = row;
    const changes = Object.entries(fields).map(
      ([name, { before, after }]) => `  ${name}: ${outcome === 'created' ? '' : `${JSON.stringify(before)} -> `}${JSON.stringify(after)}`,
    );
    if (changes.length > 0) process.stdout.write(`${[`Row ${row}: ${outcome}`, ...changes].join('\n')}\n`);
    const listed = errors.length > 1 ? errors.map((each) => `  ${each.pointer} ${each.detail}`) : [];
    const warned = warnings.map((each) => `  Warning: ${each.pointer} ${each.detail}`);
    if (outcome === 'failed') process.stderr.write(`${[`Row ${row}: ${detail}`, ...listed, ...warned].join('\n')}\n`);
    else if (warned.length > 0) process.stderr.write(`${[`Row ${row}:`, ...warned].join('\n')}\n`);
  }

  end({ rows, created, updated, unchanged, failed, dryRun, complete }: ImportTotals, seconds: number): void {
    this.progress.end();
    const speed = `${Math.round(rows / Math.max(seconds, 0.001))} rows/s`;
    process.stdout.write(
      `${dryRun ? 'Nothing was saved. ' : ''}${rows} rows: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed; ${speed}\n`,
    );
    if (!complete) process.stderr.write('The last row has no end, so the rest of the file was not read.\n');
  }
}

/** Approximately the number of rows. */
async function linesIn(file: string): Promise<number> {
  let lines = 0;
  for await (const bytes of createReadStream(file)) for (const byte of bytes as Buffer) if (byte === 10) lines += 1;
  return lines;
}

runCommand(importFile);
