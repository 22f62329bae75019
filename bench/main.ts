import { runCommand } from '../src/shell';
import { HELP, readBenchArguments, type BenchArguments } from './arguments';
import { measure } from './load';
import { MOMENTS } from './moments';
import { heading, summary, type Round } from './report';
import { seeded } from './seeded';
import { Server } from './server';
import { WORKLOADS, type Workload } from './workloads';

const PORTS = { service: 3910, bare: 3911 } as const;
/** Not measured: until everything is compiled and in memory. */
const WARM_UP = 4;

async function bench(): Promise<void> {
  const asked = readBenchArguments(process.argv.slice(2));
  if (asked.help) {
    process.stdout.write(HELP);
    return;
  }
  const environment = { DATABASE_URL: asked.url, SECRET_KEY: '0'.repeat(64), NODE_ENV: 'development', LOG_LEVEL: 'info' };
  Object.assign(process.env, environment);
  await seeded(asked.url, asked.sizes, process.env);
  const service = await Server.start('src/main.js', PORTS.service, { ...environment, NODE_ENV: 'production' });
  const bare = await Server.start('bench/bare/main.js', PORTS.bare, environment);
  try {
    process.stdout.write(`${heading()}\n`);
    for (const workload of WORKLOADS.filter(({ name }) => asked.only.length === 0 || asked.only.includes(name))) {
      process.stdout.write(`${await measured(workload, asked, service, bare)}\n`);
    }
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
  }
}

/** Never twice the same: an update that changes nothing is none. */
const seedOf = (server: string, round: number): string => [MOMENTS.start, server, round].join(' ');

async function measured(workload: Workload, asked: BenchArguments, service: Server, bare: Server): Promise<string> {
  const { connections, sizes, seconds, rounds } = asked;
  const { request, ofBare = (same) => same } = workload;
  const ofService = (round: number, duration = seconds) =>
    measure({ server: service, connections, seconds: duration, sizes, request, seed: seedOf('service', round) });
  const ofOther = (round: number, duration = seconds) =>
    measure({
      server: bare,
      connections,
      seconds: duration,
      sizes,
      request: (random, all) => ofBare(request(random, all)),
      seed: seedOf('bare', round),
    });
  await ofService(-1, WARM_UP);
  await ofOther(-1, WARM_UP);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push({ service: await ofService(round), bare: await ofOther(round) });
  return summary(workload, done, service.residentMemory);
}

runCommand(bench);
