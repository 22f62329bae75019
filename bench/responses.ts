import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../src/commands/command';
import { Server } from './server';

const HELP = `Measures what a list of jobs costs the service, complete and in part, as it is and compressed, the kinds by turns.

  npm run bench:responses -- --url sqlite:/tmp/bench.sqlite

  --url       a database that npm run seed or npm run bench has filled; it has at least a page of jobs
  --limit     jobs on a page, 500 by default
  --requests  of each kind, 200 by default
  --warm-up   requests of each kind before, 300 by default: until then much of the cost is that of compiling
`;

const TEN = 'id,title,clientName,statusName,stageName,consultantName1,suburb,createdDate,rateFrom,candidatesFilled';
/** Of each kind in a turn: few enough that a machine that becomes slower does so for all kinds. */
const IN_A_TURN = 20;
/** Before these, so that the garbage of the kind before is not charged to this one. */
const BEFORE = 10;

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly accepted: string;
}

const kindsOf = (path: string): Kind[] => [
  { name: 'complete', path, accepted: 'identity' },
  { name: 'complete, gzip', path, accepted: 'gzip' },
  { name: 'complete, br', path, accepted: 'br' },
  { name: 'ten fields', path: `${path}&fields=${TEN}`, accepted: 'identity' },
  { name: 'ten fields, br', path: `${path}&fields=${TEN}`, accepted: 'br' },
];

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      limit: { type: 'string' },
      requests: { type: 'string' },
      'warm-up': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const [limit, requests, warmUp] = [Number(values.limit ?? '500'), Number(values.requests ?? '200'), Number(values['warm-up'] ?? '300')];
  if (!values.url || !(requests > 0) || !(limit > 0) || !(warmUp > 0))
    throw new InvalidArguments('--url is required; numbers must be above 0. See --help.');
  const service = await Server.start('src/main.js', {
    DATABASE_URL: values.url,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DEMO_DATA: 'false',
  });
  try {
    await measure(service, kindsOf(`/api/Jobs?limit=${limit}`), { limit, turns: turnsOf(requests), warmUpTurns: turnsOf(warmUp) });
  } finally {
    await service.stop();
  }
}

const turnsOf = (requests: number): number => Math.ceil(requests / IN_A_TURN);

interface Measurement {
  readonly limit: number;
  readonly turns: number;
  readonly warmUpTurns: number;
}

async function measure(service: Server, kinds: readonly Kind[], { limit, turns, warmUpTurns }: Measurement): Promise<void> {
  await hasPage(service.port, kinds[0]!.path, limit);
  const sums = kinds.map(() => ({ bytes: 0, cost: 0 }));
  for (let turn = -warmUpTurns; turn < turns; turn++)
    for (const [index, kind] of kinds.entries()) {
      await send(service.port, kind, BEFORE);
      const before = service.processorTime ?? 0;
      const bytes = await send(service.port, kind, IN_A_TURN);
      sums[index]!.bytes = bytes;
      if (turn >= 0) sums[index]!.cost += (service.processorTime ?? 0) - before;
    }
  process.stdout.write(
    `| ${limit} jobs, Node ${process.versions.node} | kB | CPU, ms | of the complete list |\n| --- | ---: | ---: | ---: |\n`,
  );
  for (const [index, { bytes, cost }] of sums.entries()) {
    const each = cost / turns / IN_A_TURN;
    process.stdout.write(
      `| ${kinds[index]!.name} | ${(bytes / 1000).toFixed(0)} | ${each.toFixed(1)} | ${(cost / sums[0]!.cost).toFixed(2)} |\n`,
    );
  }
}

/** @throws InvalidArguments where the database has fewer jobs than the page */
async function hasPage(port: number, path: string, limit: number): Promise<void> {
  const { length } = (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as unknown[];
  if (length < limit) throw new InvalidArguments(`The database has only ${length} jobs: fill another one, or send a smaller --limit.`);
}

/** One after the other. @returns the bytes of one response */
async function send(port: number, { path, accepted }: Kind, times: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let bytes = 0;
  for (let time = 0; time < times; time++) {
    bytes = 0;
    const sent = request({ host: '127.0.0.1', port, agent, path, headers: { 'Accept-Encoding': accepted } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
    for await (const chunk of response) bytes += (chunk as Buffer).length;
  }
  agent.destroy();
  return bytes;
}

runCommand(bench);
