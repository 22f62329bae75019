import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from './bulk-database';
import { Server } from './server';
import { download, upload } from './transfers/transfer';
import { runCommand, InvalidArguments } from '../src/commands/command';

const HELP = `npm run bench:bulk -- [--rows 50000,200000]

Exports that many contacts as CSV from a seeded embedded database and imports the same file. Reports rows per second, the
peak memory of the service, and the ratio of the peak memory in the last quarter of the time to that in the second: 1.00
means that memory does not grow with the number of rows.
`;

/** The result of one export or import; memory in MB, sampled ten times a second. */
interface TransferResult {
  readonly rows: number;
  readonly perSecond: number;
  readonly memory: readonly number[];
}

async function bench(): Promise<void> {
  const [option, rows = '50000,200000'] = process.argv.slice(2);
  if (option === '--help') return void process.stdout.write(HELP);
  const sizes = rows.split(',').map(Number);
  if ((option !== undefined && option !== '--rows') || sizes.some((size) => !(size > 0))) throw new InvalidArguments(HELP);
  for (const size of sizes) await measureSize(size);
}

async function measureSize(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bulk-'));
  try {
    const environment = await prepareDatabase(folder, size);
    const file = join(folder, 'contacts.csv');
    const exported = await runOnServer(environment, size, async (url) => void (await download(`${url}/Export?format=csv`, file)));
    const imported = await runOnServer(
      environment,
      size,
      async (url) => void process.stdout.write(`${await upload(`${url}/Import`, file)}\n`),
    );
    report('export', exported);
    report('import', imported);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(name: string, { rows, perSecond, memory }: TransferResult): void {
  const peak = (from: number, to: number): number =>
    Math.max(...memory.slice(Math.floor(from * memory.length), Math.ceil(to * memory.length)));
  process.stdout.write(
    `${name} of ${rows} contacts: ${Math.round(perSecond)} rows/s, ${peak(0, 1)} MB peak, last quarter to second ${(peak(0.75, 1) / peak(0.25, 0.5)).toFixed(2)}\n`,
  );
}

/** Runs the work on a service of its own, so that memory is not mixed up between measurements. */
async function runOnServer(
  environment: Record<string, string>,
  rows: number,
  work: (url: string) => Promise<void>,
): Promise<TransferResult> {
  const server = await Server.start('src/main.js', environment);
  const memory: number[] = [];
  const sampler = setInterval(() => memory.push(server.residentMemory ?? 0), 100);
  try {
    const start = Date.now();
    await work(`http://127.0.0.1:${server.port}/api/Contacts`);
    return { rows, perSecond: (rows * 1000) / (Date.now() - start), memory };
  } finally {
    clearInterval(sampler);
    await server.stop();
  }
}

runCommand(bench);
