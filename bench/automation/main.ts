import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand, InvalidArguments } from '../../src/commands/command';
import { percentile } from '../load';
import { Server } from '../server';
import { Client } from './client';
import { latency } from './latency';
import { openDatabase, type BenchDatabase } from '../database';
import { waitUntilIdle, throughput } from './throughput';

const SIZES = { jobs: 200, contacts: 10_000, candidates: 200, activities: 2000 } as const;
const TEXT = { type: 'string' } as const;

const HELP = `Measures automations: a run over 10,000 contacts compared with the same writes in hand-written SQL, and how soon a change is processed.

  npm run bench:automation -- --url mariadb://root@127.0.0.1:3306/bench_automation
  npm run bench:automation -- --url sqlite:/tmp/bench.sqlite

  --url      the database; it is emptied and refilled
  --rounds   number of rounds, of which the median is reported; 3 by default
  --seconds  how long changes are sent, 100 a second; 20 by default
`;

async function bench(): Promise<void> {
  const { url, rounds, seconds, help } = readArguments(process.argv.slice(2));
  if (help) return void process.stdout.write(HELP);
  const environment = {
    DATABASE_URL: url,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    OUTBOX_FOLDER: '/tmp/bench-outbox',
  };
  Object.assign(process.env, environment);
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { fillDatabase } = await import('../../src/commands/fill-database.js');
  const { readSettings } = await import('../../src/core/config/index.js');
  await fillDatabase(readSettings(process.env), { sizes: SIZES, replace: true });
  const store = await openDatabase(url);
  const service = await Server.start('src/main.js', { ...environment, NODE_ENV: 'production' });
  try {
    await measureAll(new Client(`http://127.0.0.1:${service.port}`), store, { url, rounds, seconds });
  } finally {
    await service.stop();
    await store.close();
  }
}

async function measureAll(
  client: Client,
  store: BenchDatabase,
  { url, rounds, seconds }: { url: string; rounds: number; seconds: number },
): Promise<void> {
  // the automations of the demo data would disturb the measurement
  await store.run('UPDATE automation SET statusID = 2');
  await waitUntilIdle(store);
  const idle = await idleStatements(store, url);
  print(idle === undefined ? 'idle: the embedded database does not count its statements' : `idle: ${idle.toFixed(1)} statements a second`);
  const done = [];
  for (let round = 0; round < rounds; round++) {
    const result = await throughput(client, store, round);
    print(
      `addTag: ${result.service.toFixed(0)} records/s, by hand ${result.byHand.toFixed(0)}, ratio ${(result.service / result.byHand).toFixed(2)}, longest concurrent request ${result.longestWait.toFixed(0)} ms`,
    );
    done.push(result.service / result.byHand);
  }
  print(
    `median ratio: ${percentile(
      done.toSorted((one, other) => one - other),
      0.5,
    ).toFixed(2)}`,
  );
  const { p50, p99, changes } = await latency(client, store, seconds);
  print(`from response to processing: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${changes} changes, 100 a second`);
}

const IDLE_SECONDS = 10;

/** Statements per second of an idle service; undefined where the database does not count them. */
async function idleStatements(store: BenchDatabase, url: string): Promise<number | undefined> {
  if (url.startsWith('sqlite:')) return undefined;
  const questions = async (): Promise<number> => Number((await store.all("SHOW GLOBAL STATUS LIKE 'Questions'"))[0]?.[1]);
  const before = await questions();
  await pause(IDLE_SECONDS * 1000);
  return ((await questions()) - before - 1) / IDLE_SECONDS;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws InvalidArguments */
function readArguments(args: readonly string[]): { url: string; rounds: number; seconds: number; help: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { url: TEXT, rounds: TEXT, seconds: TEXT, help: { type: 'boolean', short: 'h' } },
    });
    const { url = '', rounds = '3', seconds = '20', help = false } = values;
    if (!help && !/^(mysql|mariadb|sqlite):/.test(url)) throw new Error('--url must be sqlite:…, mysql://… or mariadb://….');
    if (![rounds, seconds].every((text) => /^[1-9]\d{0,2}$/.test(text)))
      throw new Error('--rounds and --seconds must be integers from 1 to 999.');
    return { url, rounds: Number(rounds), seconds: Number(seconds), help };
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message} See --help.`);
  }
}

runCommand(bench);
