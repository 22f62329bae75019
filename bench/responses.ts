import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../src/commands/command';
import { Server } from './server';

const HELP = `Measures what a list of 500 jobs costs the service, complete and in part, as it is and compressed.

  npm run bench:responses -- --url sqlite:/tmp/bench.sqlite

  --url       a database that npm run seed or npm run bench has filled
  --requests  of each kind, 100 by default
`;

const TEN = 'id,title,clientName,statusName,stageName,consultantName1,suburb,createdDate,rateFrom,candidatesFilled';
const JOBS = '/api/Jobs?limit=500';

const KINDS: readonly (readonly [name: string, path: string, accepted: string])[] = [
  ['complete', JOBS, 'identity'],
  ['complete, gzip', JOBS, 'gzip'],
  ['complete, br', JOBS, 'br'],
  ['ten fields', `${JOBS}&fields=${TEN}`, 'identity'],
  ['ten fields, br', `${JOBS}&fields=${TEN}`, 'br'],
];

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, requests: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return void process.stdout.write(HELP);
  const requests = Number(values.requests ?? '100');
  if (!values.url || !(requests > 0)) throw new InvalidArguments('--url is required; numbers must be above 0. See --help.');
  const service = await Server.start('src/main.js', {
    DATABASE_URL: values.url,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DEMO_DATA: 'false',
  });
  try {
    for (const [, path, accepted] of KINDS) await send(service.port, path, accepted, 10);
    process.stdout.write('| 500 jobs | kB | CPU, ms | of the complete list |\n| --- | ---: | ---: | ---: |\n');
    let complete = 0;
    for (const [name, path, accepted] of KINDS) {
      const before = service.processorTime ?? 0;
      const bytes = await send(service.port, path, accepted, requests);
      const cost = ((service.processorTime ?? 0) - before) / requests;
      complete ||= cost;
      process.stdout.write(`| ${name} | ${(bytes / 1000).toFixed(0)} | ${cost.toFixed(1)} | ${(cost / complete).toFixed(2)} |\n`);
    }
  } finally {
    await service.stop();
  }
}

/** One after the other. @returns the bytes of one response */
async function send(port: number, path: string, accepted: string, times: number): Promise<number> {
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
