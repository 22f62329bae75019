import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../../src/commands/command';
import { freePort } from '../free-port';
import { Server } from '../server';
import { GaleraCluster, isInstalled } from './galera-cluster';
import { LoadBalancer } from './load-balancer';

const HELP = `Starts a cluster on this machine to try: three nodes of MariaDB Galera, a process of the service at each, and HAProxy before them.
Ctrl-C ends it and removes what it has stored.

  npm run cluster
  npm run cluster -- --demo

  --demo   with the records of the demonstration
`;

async function cluster(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(HELP);
  if (GaleraCluster.lack !== undefined) throw new InvalidArguments(GaleraCluster.lack);
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  print('Starting three nodes …');
  const nodes = await GaleraCluster.start();
  const ends: (() => Promise<void>)[] = [() => nodes.remove()];
  try {
    const urls = await nodes.newDatabase();
    urls.forEach((url, index) => print(`Node ${index + 1}: ${url}`));
    const services = await Promise.all(urls.map((url) => start(url, values.demo ?? false)));
    ends.unshift(...services.map((service) => () => service.stop()));
    services.forEach(({ port }, index) => print(`Process ${index + 1}, at node ${index + 1}: http://127.0.0.1:${port}`));
    const balancer = await startBalancer(nodes, services);
    if (balancer) ends.unshift(() => balancer.stop());
    print('Ctrl-C ends it.');
    await ended;
  } finally {
    for (const end of ends) await end();
  }
}

const start = (url: string, withDemo: boolean): Promise<Server> =>
  Server.start('src/main.js', {
    DATABASE_URL: url,
    SECRET_KEY: '0'.repeat(64),
    LOG_LEVEL: 'warn',
    DEMO_DATA: String(withDemo),
  });

async function startBalancer({ place }: GaleraCluster, services: readonly Server[]): Promise<LoadBalancer | undefined> {
  if (!isInstalled('haproxy')) return void print('No load balancer: haproxy is not installed. On Debian: apt-get install haproxy');
  const ports = services.map(({ port }) => port);
  const balancer = LoadBalancer.start(place.folder, await freePort(), ports);
  print(`HAProxy, before all processes: ${balancer.url}`);
  return balancer;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(cluster);
