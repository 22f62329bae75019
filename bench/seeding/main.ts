import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../../src/commands/command';
import { percentile } from '../load';
import { LoadData } from './load-data';
import type { SeededFirm } from './seeded-firm';

const HELP = `Measures the seed against LOAD DATA of the same rows, by turns: jobs alone, each with its folded texts, figures, stored response,
index row and words; then the complete firm of as many jobs, contacts and candidates, and five times as many activities.

  npm run bench:seed -- --url mariadb://root@127.0.0.1:3306/bench_seed

  --url      the database on a server that permits LOAD DATA LOCAL; it is emptied
  --jobs     how many; 20000 by default
  --rounds   number of rounds, of which the median is reported; 3 by default
`;

/** Rows that the seed writes, and the tables where they are afterwards. */
interface Part {
  readonly name: string;
  readonly tables: readonly string[];
  readonly seed: () => Promise<void>;
}

async function bench(): Promise<void> {
  const { url, jobs, rounds, help } = readArguments(process.argv.slice(2));
  if (help) return print(HELP);
  const environment = { DATABASE_URL: url, SECRET_KEY: '0'.repeat(64), NODE_ENV: 'development' };
  Object.assign(process.env, environment);
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { SeededFirm } = await import('./seeded-firm.js');
  const folder = await mkdtemp(join(tmpdir(), 'bench-seed-'));
  const firm = await SeededFirm.open(environment, jobs);
  const loadData = await LoadData.to(url, folder);
  try {
    for (const part of partsOf(firm)) await measure(part, jobs, rounds, loadData);
  } finally {
    await loadData.close();
    await firm.close();
    await rm(folder, { recursive: true });
  }
}

const partsOf = (firm: SeededFirm): Part[] => [
  { name: 'jobs alone', tables: firm.jobTables, seed: () => firm.seedJobs() },
  { name: 'complete firm', tables: firm.tables, seed: () => firm.seedAll() },
];

async function measure({ name, tables, seed }: Part, jobs: number, rounds: number, loadData: LoadData): Promise<void> {
  const took: { seed: number[]; loadData: number[] } = { seed: [], loadData: [] };
  for (let round = 0; round < rounds; round++) {
    await loadData.empty(tables);
    took.seed.push(await seconds(seed));
    if (round === 0) await loadData.keep(tables);
    await loadData.empty(tables);
    took.loadData.push(await seconds(() => loadData.load(tables)));
  }
  const [seeded, loaded] = [jobs / median(took.seed), jobs / median(took.loadData)];
  print(`${name}: seed ${Math.round(seeded)} jobs/s, LOAD DATA ${Math.round(loaded)} jobs/s, ratio ${(seeded / loaded).toFixed(2)}\n`);
}

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const print = (text: string): void => void process.stdout.write(text);

function readArguments(args: readonly string[]): { url: string; jobs: number; rounds: number; help: boolean } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { url: text, jobs: text, rounds: text, help: { type: 'boolean' } } });
  const { url = '', jobs = '20000', rounds = '3', help = false } = values;
  if (!help && (!/^(mysql|mariadb):/.test(url) || ![jobs, rounds].every((each) => /^[1-9]\d*$/.test(each)) || Number(jobs) < 20))
    throw new InvalidArguments(HELP);
  return { url, jobs: Number(jobs), rounds: Number(rounds), help };
}

runCommand(bench);
