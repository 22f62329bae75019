import type { Random } from '../../src/demo/random';
import type { MainSizes } from '../../src/demo/sizes';
import { checkEqual, type Compared } from '../check';
import { openDatabase, type BenchDatabase } from '../database';
import { ensureSeeded } from '../seed';
import { Server } from '../server';
import { WORKLOADS, type BenchRequest } from '../workloads';
import { withBufferPool } from '../buffer-pool';
import { askAtOnce, atOnceLines } from './at-once';
import { copyFirm, hasCopies, urlBeside } from './copies';
import { Client } from '../client';
import { measureQuestion } from './measure';
import type { Asking, Question } from './question';
import { AT_ONCE, QUESTIONS } from './questions';
import { sampleOf } from './sample';
import { growthHeading, growthLine, type Growth, type MeasuredGrowth } from './table';

export interface GrowthArguments {
  /** The firms are beside this database. */
  readonly url: string;
  /** Numbers of jobs, contacts and candidates; multiples of the first, which is seeded. */
  readonly firms: readonly number[];
  readonly seeded: number;
  readonly connections: number;
  readonly seconds: number;
  readonly only: readonly string[];
  /** In MB; undefined: as it is. */
  readonly bufferPool?: number;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Asks the same questions in firms of several sizes. */
export async function measureGrowth(options: GrowthArguments, environment: Readonly<Record<string, string>>): Promise<MeasuredGrowth> {
  const { url, firms, seeded } = options;
  const isWanted = (name: string): boolean => options.only.length === 0 || options.only.some((part) => name.includes(part));
  const questions = QUESTIONS.filter(({ name }) => isWanted(name));
  return withBufferPool(url, options.bufferPool, print, async () => {
    const sizes = { jobs: seeded, contacts: seeded, candidates: seeded, activities: seeded };
    const smallest = urlBeside(url, String(seeded));
    await createDatabase(url, smallest);
    await ensureSeeded(smallest, sizes, { ...process.env, ...environment, DATABASE_URL: smallest });
    const sample = await withDatabase(smallest, sampleOf);
    // before any service works on them, or a copy could have the audit of one moment and the changes of another
    for (const firm of firms) if (firm !== seeded) await ensureCopied(smallest, urlBeside(url, String(firm)), firm / seeded);
    const opened: OpenFirm[] = [];
    try {
      for (const firm of firms) opened.push(await openFirm(urlBeside(url, String(firm)), firm, environment, sizes));
      const growth = await askAll(questions, opened, { ...options, sample, sizes });
      const largest = opened.at(-1);
      if (!largest || !isWanted('at once')) return { growth };
      const atOnce = await askAtOnce(largest.client, AT_ONCE, sizes);
      for (const line of atOnceLines(atOnce)) print(line);
      return { growth, atOnce };
    } finally {
      for (const firm of opened) await firm.close();
    }
  });
}

/** A firm with a service of its own. */
interface OpenFirm {
  readonly size: number;
  readonly store: BenchDatabase;
  readonly client: Client;
  close(): Promise<void>;
}

/** Each question in every firm before the next one. */
async function askAll(
  questions: readonly Question[],
  firms: readonly OpenFirm[],
  asking: GrowthArguments & Pick<Asking, 'sample' | 'sizes'>,
): Promise<Growth[]> {
  const sizes = firms.map(({ size }) => size);
  const all: Growth[] = [];
  print(growthHeading(sizes));
  for (const question of questions) {
    const askings = firms.map(({ store, client }) => ({ ...asking, client, store }));
    const found = await measureQuestion(question, askings, asking);
    for (const result of found) if ('failed' in result) print(`${question.name}: ${result.failed}`);
    const results = new Map(sizes.map((size, index) => [size, found[index]!]));
    const growth = { name: question.name, results };
    all.push(growth);
    print(growthLine(growth, sizes));
  }
  return all;
}

async function openFirm(url: string, size: number, environment: Readonly<Record<string, string>>, sizes: MainSizes): Promise<OpenFirm> {
  const store = await openDatabase(url);
  // automations of the demo data would act on what is measured
  await store.run('UPDATE automation SET statusID = 2');
  const own = { ...environment, DATABASE_URL: url };
  const service = await Server.start('src/main.js', { ...own, NODE_ENV: 'production' });
  const bare = await Server.start('bench/bare/main.js', own);
  const client = new Client(service.port);
  const close = async (): Promise<void> => {
    client.close();
    await service.stop();
    await store.close();
  };
  try {
    await checkCopies({ url, service, bare, store, sizes });
  } catch (error) {
    await close();
    throw error;
  } finally {
    await bare.stop();
  }
  return { size, store, client, close };
}

/** What the service stores of a record besides its columns must have been copied rightly. @throws Error with the first difference */
async function checkCopies(compared: Compared): Promise<void> {
  const newest = (await compared.store.all('SELECT id FROM job ORDER BY id DESC LIMIT 100')).map(([id]) => Number(id));
  const request = (random: Random): BenchRequest => ({ method: 'GET', path: `/api/Jobs/${random.pick(newest)}` });
  await checkEqual([{ name: 'copies', description: '', request }, ...WORKLOADS.filter(({ name }) => name === 'W1')], compared);
}

async function ensureCopied(from: string, to: string, copies: number): Promise<void> {
  if (await hasCopies(to, copies)) return;
  const begin = performance.now();
  await copyFirm(from, to, copies, (table) => process.stdout.isTTY && process.stdout.write(`\rcopying ${table}`.padEnd(60)));
  print(`\rcopied ${copies} times in ${((performance.now() - begin) / 1000).toFixed(0)} s`.padEnd(60));
}

async function createDatabase(server: string, url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const withoutName = new URL(server);
  withoutName.pathname = '/';
  await withDatabase(withoutName.href, (store) => store.run(`CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4`));
}

async function withDatabase<T>(url: string, work: (store: BenchDatabase) => Promise<T>): Promise<T> {
  const store = await openDatabase(url);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
