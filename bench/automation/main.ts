import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '../../src/shell';
import { at } from '../load';
import { Server } from '../server';
import { Client } from './client';
import { latency } from './latency';
import { storeAt, type Store } from './store';
import { quiet, throughput } from './throughput';

const PORT = 3912;
const SIZES = { jobs: 200, contacts: 10_000, candidates: 200, activities: 2000 } as const;
const TEXT = { type: 'string' } as const;

const HELP = `Measures automations: a run over 10,000 contacts against the same inserts and updates by hand, and how soon a change is acted on.

  npm run bench:automation -- --url mariadb://root@127.0.0.1:3306/bench_automation
  npm run bench:automation -- --url sqlite:/tmp/bench.sqlite

  --url      the database: it is emptied and filled
  --rounds   how often service and hand take turns; the median counts; 3
  --seconds  how long changes come, 100 a second; 20
`;

async function bench(): Promise<void> {
  const { url, rounds, seconds, help } = read(process.argv.slice(2));
  if (help) return void process.stdout.write(HELP);
  const environment = {
    DATABASE_URL: url,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    OUTBOX_FOLDER: '/tmp/bench-outbox',
  };
  Object.assign(process.env, environment);
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  const { fill } = await import('../../src/demo/store.js');
  const { readSettings } = await import('../../src/config/index.js');
  await fill(readSettings(process.env), { sizes: SIZES, replace: true });
  const store = await storeAt(url);
  const service = await Server.start('src/main.js', PORT, { ...environment, NODE_ENV: 'production' });
  try {
    await measured(new Client(`http://127.0.0.1:${PORT}`), store, { url, rounds, seconds });
  } finally {
    await service.stop();
    await store.close();
  }
}

async function measured(
  client: Client,
  store: Store,
  { url, rounds, seconds }: { url: string; rounds: number; seconds: number },
): Promise<void> {
  // the automations of the demonstration are none of this business
  await store.run('UPDATE automation SET statusID = 2');
  await quiet(store);
  const idle = await idleStatements(store, url);
  say(idle === undefined ? 'idle: the embedded database does not count its statements' : `idle: ${idle.toFixed(1)} statements a second`);
  const done = [];
  for (let round = 0; round < rounds; round++) {
    const result = await throughput(client, store, round);
    say(
      `addTag: ${result.service.toFixed(0)} records/s, by hand ${result.byHand.toFixed(0)}, ratio ${(result.service / result.byHand).toFixed(2)}, longest wait of a request beside it ${result.longestWait.toFixed(0)} ms`,
    );
    done.push(result.service / result.byHand);
  }
  say(
    `median ratio: ${at(
      done.toSorted((one, other) => one - other),
      0.5,
    ).toFixed(2)}`,
  );
  const { p50, p99, changes } = await latency(client, store, seconds);
  say(`from the answer to the deed: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${changes} changes, 100 a second`);
}

const IDLE_SECONDS = 10;

/** Of the service with nothing to do; undefined where the database does not count. */
async function idleStatements(store: Store, url: string): Promise<number | undefined> {
  if (url.startsWith('sqlite:')) return undefined;
  const questions = async (): Promise<number> => Number((await store.all("SHOW GLOBAL STATUS LIKE 'Questions'"))[0]?.[1]);
  const before = await questions();
  await pause(IDLE_SECONDS * 1000);
  return ((await questions()) - before - 1) / IDLE_SECONDS;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws WrongArguments */
function read(args: readonly string[]): { url: string; rounds: number; seconds: number; help: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { url: TEXT, rounds: TEXT, seconds: TEXT, help: { type: 'boolean', short: 'h' } },
    });
    const { url = '', rounds = '3', seconds = '20', help = false } = values;
    if (!help && !/^(mysql|mariadb|sqlite):/.test(url)) throw new Error('--url must be sqlite:…, mysql://… or mariadb://….');
    if (![rounds, seconds].every((text) => /^[1-9]\d{0,2}$/.test(text)))
      throw new Error('--rounds and --seconds must be whole numbers from 1 to 999.');
    return { url, rounds: Number(rounds), seconds: Number(seconds), help };
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message} See --help.`);
  }
}

runCommand(bench);
