import { runCommand } from '../src/commands/command';
import { HELP, readBenchArguments, type BenchArguments } from './arguments';
import { checkEqual } from './check';
import { openDatabase } from './database';
import { GROWTH_HELP, readGrowthArguments } from './growth/arguments';
import { measureGrowth } from './growth/main';
import { measure } from './load';
import { START_TIME } from './start-time';
import { heading, summary, type Round } from './report';
import { ensureSeeded } from './seed';
import { Server } from './server';
import { WORKLOADS, type Workload } from './workloads';

/** Unmeasured seconds, until code is compiled and data is in memory. */
const WARM_UP = 4;

async function bench(): Promise<void> {
  const args = process.argv.slice(2);
  return args.includes('--growth') ? grow(args) : compare(args);
}

async function grow(args: readonly string[]): Promise<void> {
  const options = readGrowthArguments(args);
  if (options.help) return void process.stdout.write(GROWTH_HELP);
  const environment = { DATABASE_URL: options.url, SECRET_KEY: '0'.repeat(64), NODE_ENV: 'development', LOG_LEVEL: 'error' };
  Object.assign(process.env, environment);
  await measureGrowth(options, environment);
}

async function compare(args: readonly string[]): Promise<void> {
  const options = readBenchArguments(args);
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const environment = { DATABASE_URL: options.url, SECRET_KEY: '0'.repeat(64), NODE_ENV: 'development', LOG_LEVEL: 'info' };
  Object.assign(process.env, environment);
  await ensureSeeded(options.url, options.sizes, process.env);
  const store = await openDatabase(options.url);
  // automations of the demo data would act on what is measured
  await store.run('UPDATE automation SET statusID = 2');
  const service = await Server.start('src/main.js', { ...environment, NODE_ENV: 'production' });
  const bare = await Server.start('bench/bare/main.js', environment);
  try {
    const workloads = WORKLOADS.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
    await checkEqual(workloads, { service, bare, store, sizes: options.sizes });
    process.stdout.write(`${heading()}\n`);
    for (const workload of workloads) process.stdout.write(`${await measureWorkload(workload, options, service, bare)}\n`);
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    await store.close();
  }
}

/** Unique per run, server and round: an update must change something. */
const seedOf = (server: string, round: number): string => [START_TIME, server, round].join(' ');

async function measureWorkload(workload: Workload, options: BenchArguments, service: Server, bare: Server): Promise<string> {
  const { connections, sizes, seconds, rounds } = options;
  const { request, bareRequest = (same) => same } = workload;
  const ofService = (round: number, duration = seconds) =>
    measure({ server: service, connections, seconds: duration, sizes, request, seed: seedOf('service', round) });
  const ofBare = (round: number, duration = seconds) =>
    measure({
      server: bare,
      connections,
      seconds: duration,
      sizes,
      request: (random, all) => bareRequest(request(random, all)),
      seed: seedOf('bare', round),
    });
  await ofService(-1, WARM_UP);
  await ofBare(-1, WARM_UP);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push({ service: await ofService(round), bare: await ofBare(round) });
  return summary(workload, done, service.residentMemory);
}

runCommand(bench);
