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
that was and how much memory the service took at its most: the more rows must not take more memory.
`;

/** One passage of a file: rows a second, and the most memory of the service meanwhile, in MB. */
interface Passage {
  readonly rows: number;
  readonly perSecond: number;
  readonly memory: number;
}

async function bench(): Promise<void> {
  const [option, said = '50000,200000'] = process.argv.slice(2);
  if (option === '--help') return void process.stdout.write(HELP);
  const sizes = said.split(',').map(Number);
  if ((option !== undefined && option !== '--rows') || sizes.some((size) => !(size > 0))) throw new WrongArguments(HELP);
  const all: { exported: Passage; imported: Passage }[] = [];
  for (const size of sizes) all.push(await measured(size));
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return;
  const ratio = (one: number, other: number): string => (one / other).toFixed(2);
  process.stdout.write(`${last.exported.rows} against ${first.exported.rows} rows: memory of the export ${ratio(last.exported.memory, first.exported.memory)}, of the import ${ratio(last.imported.memory, first.imported.memory)}\n`);
}

async function measured(size: number): Promise<{ exported: Passage; imported: Passage }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bulk-'));
  try {
    const environment = await databaseSettings(folder, size);
    const file = join(folder, 'contacts.csv');
    const exported = await onServer(environment, size, (url) => exportTo(url, file));
    const imported = await onServer(environment, size, (url) => importFrom(url, file));
    for (const [name, { rows, perSecond, memory }] of Object.entries({ export: exported, import: imported })) process.stdout.write(`${name} of ${rows} contacts: ${Math.round(perSecond)} rows/s, ${memory} MB at the most\n`);
    return { exported, imported };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On a service of its own, so that nobody's memory is taken for another's. */
async function onServer(environment: Record<string, string>, rows: number, work: (url: string) => Promise<void>): Promise<Passage> {
  const server = await Server.start('src/main.js', PORT, environment);
  let memory = 0;
  const look = setInterval(() => (memory = Math.max(memory, server.residentMemory ?? 0)), 100);
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
  const answered = request(`${url}/Import`, { method: 'POST', headers: { 'Content-Type': 'text/csv', 'Content-Length': statSync(file).size } });
  const response = once(answered, 'response') as Promise<[IncomingMessage]>;
  await pipeline(createReadStream(file), answered);
  const [answer] = await response;
  let tail = '';
  for await (const chunk of answer) tail = (tail + String(chunk)).slice(-2000);
  process.stdout.write(`${tail.trim().split('\n').at(-1) ?? ''}\n`);
}

runCommand(bench);
