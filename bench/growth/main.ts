import type { Random } from '../../src/demo/random';
import { checkEqual, type Compared } from '../check';
import { openDatabase, type BenchDatabase } from '../database';
import { ensureSeeded } from '../seed';
import { Server } from '../server';
import { WORKLOADS, type BenchRequest } from '../workloads';
import { withBufferPool } from '../buffer-pool';
import { copyFirm, hasCopies, urlBeside } from './copies';
import { Client } from '../client';
import { measureQuestion, type Result } from './measure';
import type { Question } from './question';
import { QUESTIONS } from './questions';
import { sampleOf, type Sample } from './sample';
import { growthHeading, growthLine, type Growth } from './table';

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
export async function measureGrowth(options: GrowthArguments, environment: Readonly<Record<string, string>>): Promise<Growth[]> {
  const { url, firms, seeded } = options;
  const questions = QUESTIONS.filter(({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)));
  return withBufferPool(url, options.bufferPool, print, async () => {
    const sizes = { jobs: seeded, contacts: seeded, candidates: seeded, activities: seeded };
    const smallest = urlBeside(url, String(seeded));
    await createDatabase(url, smallest);
    await ensureSeeded(smallest, sizes, { ...process.env, ...environment, DATABASE_URL: smallest });
    const sample = await withDatabase(smallest, sampleOf);
    const all = questions.map(({ name }) => ({ name, results: new Map<number, Result>() }));
    for (const firm of firms) {
      const firmUrl = urlBeside(url, String(firm));
      if (firm !== seeded) await ensureCopied(smallest, firmUrl, firm / seeded);
      await askAll(questions, firmUrl, environment, { ...options, sample, sizes }, (name, result) => {
        all.find((each) => each.name === name)?.results.set(firm, result);
        if ('failed' in result) print(`${name}: ${result.failed}`);
      });
      print(`\n${growthHeading(firms)}`);
      for (const growth of all) print(growthLine(growth, firms));
    }
    return all;
  });
}

async function askAll(
  questions: readonly Question[],
  url: string,
  environment: Readonly<Record<string, string>>,
  asking: GrowthArguments & { sample: Sample; sizes: Parameters<Question['begin']>[0]['sizes'] },
  done: (name: string, result: Result) => void,
): Promise<void> {
  await withDatabase(url, async (store) => {
    // automations of the demo data would act on what is measured
    await store.run('UPDATE automation SET statusID = 2');
    const service = await Server.start('src/main.js', { ...environment, DATABASE_URL: url, NODE_ENV: 'production' });
    const bare = await Server.start('bench/bare/main.js', { ...environment, DATABASE_URL: url });
    const client = new Client(service.port);
    try {
      await checkCopies({ service, bare, store, sizes: asking.sizes }).finally(() => bare.stop());
      for (const question of questions) done(question.name, await measureQuestion(question, { ...asking, client, store }, asking));
    } finally {
      client.close();
      await service.stop();
    }
  });
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
  await copyFirm(from, to, copies, (table) => process.stdout.write(`\rcopying ${table}`.padEnd(60)));
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
