import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { progressTo, runCommand } from '../../shell';
import { MEDIA_TYPES } from '../formats';
import type { Summary } from '../import';
import type { Line } from '../line';
import { HELP, readArguments, type Asked } from './arguments';
import { answered, persistently } from './persistent';

async function importFile(): Promise<void> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked) return void process.stdout.write(HELP);
  const started = Date.now();
  const report = new Report(await linesIn(asked.file));
  // the same at every try: what is done already is not done again
  const once = randomUUID();
  const summary = await persistently(() => send(asked, once, report));
  report.end(summary, (Date.now() - started) / 1000);
  if (summary.failed > 0 || !summary.complete) process.exitCode = 1;
}

async function send(asked: Asked, once: string, report: Report): Promise<Summary> {
  const { type, file, url, key, format, mode, dryRun, allowDuplicate } = asked;
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    ...(mode ? { mode } : {}),
    ...(allowDuplicate ? { allowDuplicate: 'true' } : {}),
  });
  const body = createReadStream(file);
  const headers = { 'Content-Type': MEDIA_TYPES[format], 'Idempotency-Key': once };
  const response = await answered(`${url}/api/${type}/Import?${query.toString()}`, { method: 'POST', key, headers, body, duplex: 'half' });
  for await (const text of createInterface({ input: Readable.fromWeb(response.body) })) {
    const line = JSON.parse(text) as Line & { summary?: Summary };
    if (line.summary) return line.summary;
    report.add(line);
  }
  throw new Error('the answer has no end');
}

/** Shows how far it has come, and each row that failed. */
class Report {
  private readonly progress;
  private last = 0;

  constructor(rows: number) {
    this.progress = progressTo(process.stdout, Math.max(1, rows));
  }

  /** Of a try that begins anew, rows that were told of before are not told again. */
  add({ row, outcome, detail, errors = [] }: Line): void {
    if (row <= this.last) return;
    this.progress.advance(row - this.last);
    this.last = row;
    if (outcome === 'failed')
      process.stderr.write(
        `${[`Row ${row}: ${detail}`, ...(errors.length > 1 ? errors.map((each) => `  ${each.pointer} ${each.detail}`) : [])].join('\n')}\n`,
      );
  }

  end({ rows, created, updated, unchanged, failed, dryRun, complete }: Summary, seconds: number): void {
    this.progress.end();
    const speed = `${Math.round(rows / Math.max(seconds, 0.001))} rows/s`;
    process.stdout.write(
      `${dryRun ? 'Nothing was saved. ' : ''}${rows} rows: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed; ${speed}\n`,
    );
    if (!complete) process.stderr.write('The last row has no end: what follows it was not read.\n');
  }
}

/** About as many as there are rows. */
async function linesIn(file: string): Promise<number> {
  let lines = 0;
  for await (const bytes of createReadStream(file)) for (const byte of bytes as Buffer) if (byte === 10) lines += 1;
  return lines;
}

runCommand(importFile);
