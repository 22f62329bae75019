import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../../src/commands/command';
import { freePort } from '../free-port';
import { Server } from '../server';
import { CLUSTERS } from './clusters';
import { isInstalled } from './database-node';
import { interruption, untilAborted } from './interruption';
import { LoadBalancer } from './load-balancer';

const HELP = `Starts a cluster on this machine to try: three nodes of the database, three processes of the service, and HAProxy before them.
Ctrl-C ends it and removes what it has stored.

  npm run cluster
  npm run cluster -- --demo
  npm run cluster -- --mysql

  --demo    with the records of the demonstration
  --mysql   group replication of MySQL, instead of MariaDB Galera; MYSQLD names its program, mysqld by default
`;

const SWITCH = { type: 'boolean', default: false } as const;

async function cluster(): Promise<void> {
  const { values } = parseArgs({ options: { demo: SWITCH, mysql: SWITCH, help: SWITCH } });
  if (values.help) return void process.stdout.write(HELP);
  const kind = CLUSTERS[values.mysql ? 'mysql' : 'galera'];
  if (kind.lack !== undefined) throw new InvalidArguments(kind.lack);
  const interrupted = interruption();
  print('Starting three nodes …');
  const nodes = await kind.start();
  const ends: (() => Promise<void>)[] = [() => nodes.remove()];
  try {
    const urls = await nodes.newDatabase();
    nodes.nodes.forEach(({ host }, index) => print(`Node ${index + 1}: ${host}`));
    const services = await startAll(urls, values.demo, interrupted, ends);
    services.forEach(({ port }, index) => print(`Process ${index + 1}, on ${urls[index]}: http://127.0.0.1:${port}`));
    const balancer = await startBalancer(nodes.place.folder, services);
    if (balancer) ends.unshift(() => balancer.stop());
    print('Ctrl-C ends it.');
    await untilAborted(interrupted);
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    for (const end of ends) await end();
  }
}

/** @throws what the first has failed with, when all have started or failed */
async function startAll(
  urls: readonly string[],
  withDemo: boolean,
  interrupted: AbortSignal,
  ends: (() => Promise<void>)[],
): Promise<Server[]> {
  const starts = urls.map(async (url) => {
    const service = await start(url, withDemo, interrupted);
    ends.unshift(() => service.stop());
    return service;
  });
  await Promise.allSettled(starts);
  return Promise.all(starts);
}

const start = (url: string, withDemo: boolean, interrupted: AbortSignal): Promise<Server> =>
  Server.start(
    'src/main.js',
    { DATABASE_URL: url, SECRET_KEY: '0'.repeat(64), LOG_LEVEL: 'warn', DEMO_DATA: String(withDemo) },
    interrupted,
  );

async function startBalancer(folder: string, services: readonly Server[]): Promise<LoadBalancer | undefined> {
  if (!isInstalled('haproxy')) return void print('No load balancer: haproxy is not installed. On Debian: apt-get install haproxy');
  const ports = services.map(({ port }) => port);
  const balancer = await LoadBalancer.start(folder, await freePort(), ports);
  print(`HAProxy, before all processes: ${balancer.url}`);
  return balancer;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(cluster);
