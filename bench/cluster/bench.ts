import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../../src/commands/command';
import { Client } from '../automation/client';
import { automationOf, runOnce } from '../automation/run-once';
import { openDatabase } from '../database';
import { measure } from '../load';
import { saveCluster } from '../results';
import { ensureSeeded } from '../seed';
import { Server } from '../server';
import { START_TIME } from '../start-time';
import { WORKLOADS } from '../workloads';
import { costOf, type Cost, type Members } from './cost';
import { GaleraCluster } from './galera-cluster';
import { measureHotRow } from './hot-row';
import { COLUMNS, rowOf } from './table';

const HELP = `Measures what requests and the actions of automations cost with one to three processes on three nodes of Galera, then on one.

  npm run bench:cluster
  npm run bench:cluster -- --records 5000 --seconds 5 --save
  npm run bench:cluster -- --hot-row 10000

  --records      of each kind: jobs, contacts, candidates; 3000 by default
  --connections  concurrent requests; 12 by default
  --seconds      how long each is measured; 4 by default
  --hot-row      only so many updates of one record, by 16 clients at three nodes
  --save         keeps the results in bench/results as a table
`;
/** Unmeasured seconds, until code is compiled and data is in memory. */
const WARM_UP = 2;
const MOST_PROCESSES = 3;

interface Options {
  readonly records: number;
  readonly connections: number;
  readonly seconds: number;
}

async function bench(): Promise<void> {
  const { help, save, hotRow, ...options } = readOptions();
  if (help) return print(HELP);
  if (GaleraCluster.lack !== undefined) throw new InvalidArguments(GaleraCluster.lack);
  const cluster = await GaleraCluster.start();
  try {
    const urls = await cluster.newDatabase();
    await fill(urls[0]!, options.records);
    if (hotRow) return print(await hotRowOf(cluster, urls, hotRow));
    const rows: string[][] = [];
    print(`| ${COLUMNS.join(' | ')} |`);
    const add = (row: string[]): void => void (rows.push(row), print(`| ${row.join(' | ')} |`));
    await measureAll(cluster, urls, options, add);
    // they leave in good order: what remains is a cluster of one
    for (const node of cluster.nodes.slice(1).reverse()) await node.stop();
    await measureAll(cluster, urls.slice(0, 1), options, add);
    if (save) print(`saved ${saveCluster([...COLUMNS], rows, process.argv.slice(2))}`);
  } finally {
    await cluster.remove();
  }
}

/** With one process, then two, then three. */
async function measureAll(cluster: GaleraCluster, urls: readonly string[], options: Options, add: (row: string[]) => void): Promise<void> {
  const nodes = cluster.nodes.slice(0, urls.length);
  const services: Server[] = [];
  try {
    while (services.length < MOST_PROCESSES) {
      services.push(await startService(urls[services.length % urls.length]!));
      const members = { services, nodes };
      for (const { name, request } of WORKLOADS.filter(({ bareRequest }) => !bareRequest))
        add(rowOf(members, name, await costOfRequests(members, options, name, request)));
      add(rowOf(members, 'automation', await costOfRun(members, options, nodes.length)));
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** With a process at each node. */
async function hotRowOf({ nodes }: GaleraCluster, urls: readonly string[], writes: number): Promise<string> {
  const services: Server[] = [];
  try {
    for (const url of urls) services.push(await startService(url));
    return await measureHotRow({ services, nodes }, writes);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function costOfRequests(
  members: Members,
  options: Options,
  name: string,
  request: (typeof WORKLOADS)[number]['request'],
): Promise<Cost> {
  const { services, nodes } = members;
  const { records, connections, seconds } = options;
  const load = (duration: number) => ({
    servers: services,
    connections,
    seconds: duration,
    sizes: sizesOf(records),
    request,
    // an update must change something
    seed: [START_TIME, nodes.length, services.length, name, duration].join(' '),
  });
  await measure(load(WARM_UP));
  return costOf(members, async () => (await measure(load(seconds))).count);
}

/** A run that adds a tag to each contact. */
async function costOfRun(members: Members, { records }: Options, nodes: number): Promise<Cost> {
  const client = new Client(`http://127.0.0.1:${members.services[0]!.port}`);
  const tag = `${members.services.length} processes, ${nodes} nodes`;
  const acted = Math.floor(records * SHARE_OF_PRESENT);
  const automationID = await automationOf(client, 'addTag', { tag }, acted);
  return costOf(members, async () => {
    await runOnce(client, automationID, acted);
    return acted;
  });
}

/** Some contacts of the seed are deleted. */
const SHARE_OF_PRESENT = 0.9;

const sizesOf = (records: number) => ({ jobs: records, contacts: records, candidates: records, activities: 5 * records });

async function fill(url: string, records: number): Promise<void> {
  // entities read the kind of database when they are loaded, so the environment must be complete first
  Object.assign(process.env, { DATABASE_URL: url, SECRET_KEY: '0'.repeat(64), NODE_ENV: 'development', LOG_LEVEL: 'error' });
  await ensureSeeded(url, sizesOf(records), process.env);
  const store = await openDatabase(url);
  // automations of the demo data would act on what is measured
  await store.run('UPDATE automation SET statusID = 2');
  await store.close();
}

const startService = (url: string): Promise<Server> => Server.start('src/main.js', { DATABASE_URL: url, NODE_ENV: 'production' });

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      records: text,
      connections: text,
      seconds: text,
      'hot-row': text,
      save: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return {
    help: values.help ?? false,
    save: values.save ?? false,
    hotRow: values['hot-row'] === undefined ? undefined : count('hot-row', values['hot-row'], 0),
    records: count('records', values.records, 3000),
    connections: count('connections', values.connections, 12),
    seconds: count('seconds', values.seconds, 4),
  };
}

function count(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArguments(`--${name} must be a whole number from 1 to 9999999.`);
  return Number(value);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(bench);
