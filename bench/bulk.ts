import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { databaseSettings } from './bulk-database';
import { Server } from './server';
import { runCommand, WrongArguments } from '../src/shell';

const PORT = 3922;
const HELP = `npm run bench:bulk -- [--rows 50000,200000]

Exports so many contacts as CSV from a seeded embedded database and imports the same file, and says how many rows a second
that was, how much memory the service took at its most, and how that grew from the second quarter of the time to the last: 1.00 where
the rows that come take no more memory than those before them.
`;

/** One passage of a file: rows a second, and the memory of the service meanwhile, in MB, ten times a second. */
interface Passage {
  readonly rows: number;
  readonly perSecond: number;
  readonly memory: readonly number[];
}

async function bench(): Promise<void> {
  const [option, said = '50000,200000'] = process.argv.slice(2);
  if (option === '--help') return void process.stdout.write(HELP);
  const sizes = said.split(',').map(Number);
  if ((option !== undefined && option !== '--rows') || sizes.some((size) => !(size > 0))) throw new WrongArguments(HELP);
  for (const size of sizes) await measured(size);
}

async function measured(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bulk-'));
  try {
    const environment = await databaseSettings(folder, size);
    const file = join(folder, 'contacts.csv');
    const exported = await onServer(environment, size, (url) => exportTo(url, file));
    const imported = await onServer(environment, size, (url) => importFrom(url, file));
    report('export', exported);
    report('import', imported);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(name: string, { rows, perSecond, memory }: Passage): void {
  const most = (from: number, to: number): number =>
    Math.max(...memory.slice(Math.floor(from * memory.length), Math.ceil(to * memory.length)));
  process.stdout.write(
    `${name} of ${rows} contacts: ${Math.round(perSecond)} rows/s, ${most(0, 1)} MB at the most, last quarter against second ${(most(0.75, 1) / most(0.25, 0.5)).toFixed(2)}\n`,
  );
}

/** On a service of its own, so that nobody's memory is taken for another's. */
async function onServer(environment: Record<string, string>, rows: number, work: (url: string) => Promise<void>): Promise<Passage> {
  const server = await Server.start('src/main.js', PORT, environment);
  const memory: number[] = [];
  const look = setInterval(() => memory.push(server.residentMemory ?? 0), 100);
  try {
    const began = Date.now();
    await work(`http://127.0.0.1:${PORT}/api/Contacts`);
    return { rows, perSecond: (rows * 1000) / (Date.now() - began), memory };
  } finally {
    clearInterval(look);
    await server.stop();
  }
}

async function exportTo(url: string, file: string): Promise<void> {
  const [answer] = (await once(get(`${url}/Export?format=csv`), 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The export was answered with ${answer.statusCode}.`);
  await pipeline(answer, createWriteStream(file));
}

async function importFrom(url: string, file: string): Promise<void> {
  const answered = request(`${url}/Import`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', 'Content-Length': statSync(file).size },
  });
  const response = once(answered, 'response') as Promise<[IncomingMessage]>;
  await pipeline(createReadStream(file), answered);
  const [answer] = await response;
  let tail = '';
  for await (const chunk of answer) tail = (tail + String(chunk)).slice(-2000);
  process.stdout.write(`${tail.trim().split('\n').at(-1) ?? ''}\n`);
}

runCommand(bench);
