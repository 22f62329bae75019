import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../src/commands/command';
import { FAULTS, type Fault } from '../src/core/database/support/faults';
import { FaultyProxy } from '../src/core/database/support/faulty-proxy';
import { Server } from './server';

const HELP = `Measures how a service under load fails while its database server is not well, how soon it recovers, and how it ends.

  npm run bench:faults -- --url mariadb://root@127.0.0.1:3306/bench

  --url      a database on a server that npm run seed or npm run bench has filled
  --seconds  how long each fault lasts, 15 by default
`;
const CLIENTS = 16;
/** Requests that were sent before anybody could know may wait until the deadline of their statements. */
const UNNOTICED_MS = 5000;

interface Outcome {
  readonly path: string;
  readonly status: string;
  readonly sent: number;
  readonly ended: number;
}

/** Sends requests to a service all the time, and remembers what became of them. */
class Clients {
  readonly outcomes: Outcome[] = [];
  private isEnding = false;
  private readonly working: Promise<void>[];

  constructor(private readonly port: number) {
    const paths = Array.from({ length: CLIENTS }, (_, index) => (index % 2 ? '/api/Jobs?limit=5' : '/api/Activities'));
    this.working = [...paths, '/health/live', '/health/ready'].map((path) => this.repeat(path));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all(this.working);
  }

  private async repeat(path: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.isEnding) {
      const sent = performance.now();
      const status = await send(this.port, agent, path);
      this.outcomes.push({ path, status, sent, ended: performance.now() });
      if (status === 'ECONNREFUSED') break;
      await pause(50);
    }
    agent.destroy();
  }
}

/** Activities are written, all else is read. @returns the status, or the code of the error */
const send = (port: number, agent: Agent, path: string): Promise<string> =>
  new Promise((resolve) => {
    const body = path === '/api/Activities' ? JSON.stringify({ typeID: 1, notes: 'Called' }) : undefined;
    const failed = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message);
    request(
      { port, host: '127.0.0.1', path, agent, method: body ? 'POST' : 'GET', headers: body ? { 'Content-Type': 'application/json' } : {} },
      (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)));
        response.once('error', failed);
      },
    )
      .once('error', failed)
      .end(body);
  });

async function bench(): Promise<void> {
  const TEXT = { type: 'string' } as const;
  const { values } = parseArgs({ options: { url: TEXT, seconds: TEXT, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(HELP);
  const seconds = Number(values.seconds ?? '15');
  if (!values.url || values.url.startsWith('sqlite:') || !(seconds > UNNOTICED_MS / 1000))
    throw new InvalidArguments(`--url of a server is required; --seconds is above ${UNNOTICED_MS / 1000}. See --help.`);
  print('Milliseconds, at worst; MB. 503: of the requests sent when the fault was 5 s old.\n');
  print('| The database | 503 | health/live | health/ready | all succeed after | other outcomes | memory before, at its peak |');
  print('| --- | ---: | ---: | ---: | ---: | --- | ---: |');
  for (const [what, fault] of FAULTS) await measureFault(values.url, what, fault, seconds * 1000);
  print('');
  await measureEnd(values.url);
}

const startBehind = async (url: string): Promise<{ proxy: FaultyProxy; service: Server }> => {
  const { proxy, url: through } = await FaultyProxy.before(url);
  const service = await Server.start('src/main.js', {
    DATABASE_URL: through,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    DEMO_DATA: 'false',
  });
  return { proxy, service };
};

async function measureFault(url: string, what: string, fault: Fault, milliseconds: number): Promise<void> {
  const { proxy, service } = await startBehind(url);
  const clients = new Clients(service.port);
  await pause(5000);
  const memory = service.residentMemory ?? 0;
  service.forgetPeak();
  const begun = performance.now();
  const heal = await fault(proxy);
  await pause(UNNOTICED_MS);
  // the first ones may all wait
  const others = new Clients(service.port);
  await pause(milliseconds - UNNOTICED_MS);
  const healing = performance.now();
  await heal();
  await pause(5000);
  await Promise.all([clients.end(), others.end()]);
  const peak = service.peakMemory ?? 0;
  await service.stop();
  proxy.close();

  const outcomes = [...clients.outcomes, ...others.outcomes];
  const during = outcomes.filter(({ sent }) => sent >= begun && sent < healing);
  const api = during.filter(({ path }) => path.startsWith('/api'));
  const health = (name: string): number => worst(during.filter(({ path }) => path.endsWith(name)));
  const failed = outcomes.filter(({ status, sent }) => sent >= healing && !/^20/.test(status));
  const recovery = Math.max(0, ...failed.map(({ ended }) => ended - healing));
  const unexpected = api.filter(({ status }) => !/^(200|201|503)$/.test(status)).map(({ status }) => status);
  const cells = [
    what,
    worst(api.filter(({ status, sent }) => status === '503' && sent >= begun + UNNOTICED_MS)),
    health('live'),
    health('ready'),
    Math.round(recovery),
    [...new Set(unexpected)].join(', ') || 'none',
    `${memory}, ${peak}`,
  ];
  print(`| ${cells.join(' | ')} |`);
}

const worst = (outcomes: readonly Outcome[]): number => Math.round(Math.max(0, ...outcomes.map(({ sent, ended }) => ended - sent)));

/** SIGTERM while clients send. */
async function measureEnd(url: string): Promise<void> {
  const { proxy, service } = await startBehind(url);
  const clients = new Clients(service.port);
  await pause(5000);
  await service.stop();
  const exited = performance.now();
  await clients.end();
  proxy.close();
  const answered = clients.outcomes.filter(({ status }) => /^\d/.test(status));
  const lost = clients.outcomes.filter(({ status }) => !/^(\d+|ECONNREFUSED)$/.test(status));
  const last = Math.max(...answered.map(({ ended }) => ended));
  print(`SIGTERM under load: exit ${Math.round(exited - last)} ms after the last response; requests reset: ${lost.length}.`);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(bench);
