import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../src/commands/command';
import { percentile } from './load';
import { Server } from './server';

const HELP = `Sends a service far more than it can do, and looks whether it still answers health checks, resets connections, and keeps its memory.

  npm run bench:overload -- --url mariadb://root@127.0.0.1:3306/bench
  npm run bench:overload -- --url sqlite:/tmp/bench.sqlite --seconds 20

  --url          a database that npm run seed or npm run bench has filled
  --connections  200 by default
  --seconds      60 by default
`;

/** Each of them keeps the service busy for long: hundreds of wide records, and searches that look at many. */
const HEAVY: readonly (readonly [path: string, body: object])[] = [
  ['/api/Contacts/Query?limit=500', { filters: { combinator: 'and', rules: [{ field: 'statusID', operator: '=', value: 1 }] } }],
  ['/api/Jobs/Search?limit=500', { jobTitle: 'e' }],
  [
    '/api/Contacts/Query?limit=500',
    { filters: { combinator: 'and', rules: [{ field: 'description', operator: 'contains', value: 'a' }] } },
  ],
  ['/api/Automation/Search/Contacts/Filters', { filters: '{"all":true}', maxRecords: 500 }],
];

interface Arguments {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
}

async function bench(): Promise<void> {
  const args = readArguments();
  if (args === undefined) return void process.stdout.write(HELP);
  const service = await Server.start('src/main.js', {
    DATABASE_URL: args.url,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DEMO_DATA: 'false',
  });
  try {
    await warmUp(service.port);
    const rest = service.residentMemory ?? 0;
    service.forgetPeak();
    const { outcomes, health } = await overload(service.port, args);
    const peak = service.peakMemory ?? 0;
    print('| | | goal |\n| --- | ---: | ---: |');
    print(`| health, median, ms | ${percentile(health, 0.5).toFixed(0)} | 100 |`);
    print(`| health, worst, ms | ${Math.max(...health).toFixed(0)} | 1000 |`);
    print(`| memory at rest, at its peak, MB | ${rest}, ${peak} (${(peak / rest).toFixed(2)}) | 1.50 |`);
    for (const [outcome, count] of [...outcomes].toSorted()) print(`| ${outcome} | ${count} | ${outcome === 'ECONNRESET' ? 0 : ''} |`);
  } finally {
    await service.stop();
  }
}

function readArguments(): Arguments | undefined {
  const TEXT = { type: 'string' } as const;
  const { values } = parseArgs({ options: { url: TEXT, connections: TEXT, seconds: TEXT, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return undefined;
  const [connections, seconds] = [Number(values.connections ?? '200'), Number(values.seconds ?? '60')];
  if (!values.url || !(connections > 0 && seconds > 0))
    throw new InvalidArguments('--url is required; numbers must be above 0. See --help.');
  return { url: values.url, connections, seconds };
}

/** The level at rest is that of a service that has worked. */
async function warmUp(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  await Promise.all(Array.from({ length: 40 }, (_, index) => send(port, agent, ...HEAVY[index % HEAVY.length]!)));
  agent.destroy();
  await pause(1000);
}

async function overload(port: number, { connections, seconds }: Arguments) {
  const outcomes = new Map<string, number>();
  const end = performance.now() + seconds * 1000;
  const client = async (index: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let number = index; performance.now() < end; number++) {
      const outcome = await send(port, agent, ...HEAVY[number % HEAVY.length]!);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // as clients are told to by Retry-After, though sooner
      if (outcome === '503') await pause(500);
    }
    agent.destroy();
  };
  const health: number[] = [];
  const watcher = async (): Promise<void> => {
    for (; performance.now() < end; await pause(100)) {
      const begin = performance.now();
      await send(port, new Agent(), '/health/live');
      health.push(performance.now() - begin);
    }
  };
  await Promise.all([...Array.from({ length: connections }, (_, index) => client(index)), watcher()]);
  return { outcomes, health: health.toSorted((one, other) => one - other) };
}

/** @returns the status, or the code of the error */
const send = (port: number, agent: Agent, path: string, body?: object): Promise<string> =>
  new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json' };
    request({ port, host: '127.0.0.1', path, agent, method: body ? 'POST' : 'GET', headers: body ? headers : {} }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)));
      response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body && JSON.stringify(body));
  });

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(bench);
