import { parseArgs } from 'node:util';
import { InvalidArguments, runCommand } from '../../src/commands/command';
import { Client } from '../automation/client';
import { automationOf, runOnce } from '../automation/run-once';
import { openDatabase } from '../database';
import { measure } from '../load';
import { saveCluster, saveWorkers } from '../results';
import { ensureSeeded } from '../seed';
import { Server } from '../server';
import { START_TIME } from '../start-time';
import { WORKLOADS } from '../workloads';
import { costOf, type Cost, type Members } from './cost';
import type { DatabaseCluster } from './database-cluster';
import { GaleraCluster } from './galera-cluster';
import { measureHotRow } from './hot-row';
import { interruption, untilAborted } from './interruption';
import { COLUMNS, rowOf } from './table';
import { measureWorkers, WORKER_COLUMNS } from './workers';

const HELP = `Measures what requests and the actions of automations cost with one to three processes on three nodes of Galera, then on one,
or what one to three workers do on one.

  npm run bench:cluster
  npm run bench:cluster -- --records 5000 --seconds 5 --save
  npm run bench:cluster -- --hot-row 10000
  npm run bench:cluster -- --workers --save
  npm run bench:cluster -- --workers --worker-share 0.2 --save

  --records      of each kind: jobs, contacts, candidates; 3000 by default
  --connections  concurrent requests; 12 by default
  --seconds      how long each is measured; 4 by default
  --hot-row      only so many updates of one record, by 16 clients at three nodes
  --workers      measures workers
  --worker-share limits each of them to such a part of a core, so that neither the machine nor the database is their limit: 0.05 to 1
  --save         keeps the results in bench/results as a table
`;
/** Unmeasured seconds, until code is compiled and data is in memory. */
const WARM_UP = 2;
const MOST_PROCESSES = 3;

interface Options {
  readonly records: number;
  readonly connections: number;
  readonly seconds: number;
  readonly workerShare: number | undefined;
}

async function bench(): Promise<void> {
  const { help, save, workers, hotRow, ...options } = readOptions();
  if (help) return print(HELP);
  if (GaleraCluster.lack !== undefined) throw new InvalidArguments(GaleraCluster.lack);
  const interrupted = interruption();
  const cluster = await GaleraCluster.start();
  const work = hotRow ? benchHotRow(cluster, options, hotRow) : (workers ? benchWorkers : benchRequests)(cluster, options, save);
  try {
    await Promise.race([work, untilAborted(interrupted)]);
  } finally {
    await cluster.remove();
    // without a database it fails, and stops the processes
    await work.catch(() => undefined);
  }
}

async function benchRequests(cluster: DatabaseCluster, options: Options, save: boolean): Promise<void> {
  const urls = await cluster.newDatabase();
  await fill(urls[0]!, options.records);
  const { rows, add } = printedTable(COLUMNS);
  await measureAll(cluster, urls, options, add);
  await leaveOne(cluster);
  await measureAll(cluster, urls.slice(0, 1), options, add);
  if (save) print(`saved ${saveCluster([...COLUMNS], rows, process.argv.slice(2))}`);
}

async function benchWorkers(cluster: DatabaseCluster, options: Options, save: boolean): Promise<void> {
  const [url] = await cluster.newDatabase();
  await leaveOne(cluster);
  await fill(url!, options.records);
  const { rows, add } = printedTable(WORKER_COLUMNS);
  await measureWorkers(cluster.nodes[0]!, url!, options.workerShare, add);
  if (save) print(`saved ${saveWorkers([...WORKER_COLUMNS], rows, process.argv.slice(2), options.workerShare !== undefined)}`);
}

async function benchHotRow(cluster: DatabaseCluster, { records }: Options, writes: number): Promise<void> {
  const urls = await cluster.newDatabase();
  await fill(urls[0]!, records);
  print(await hotRowOf(cluster, urls, writes));
}

/** The others leave in good order: what remains is a cluster of one. */
async function leaveOne(cluster: DatabaseCluster): Promise<void> {
  for (const node of cluster.nodes.slice(1).reverse()) await node.stop();
}

/** Each row is printed as soon as it is added. */
function printedTable(columns: readonly string[]): { rows: string[][]; add: (row: string[]) => void } {
  const rows: string[][] = [];
  print(`| ${columns.join(' | ')} |`);
  return { rows, add: (row) => void (rows.push(row), print(`| ${row.join(' | ')} |`)) };
}

/** With one process, then two, then three. */
async function measureAll(
  cluster: DatabaseCluster,
  urls: readonly string[],
  options: Options,
  add: (row: string[]) => void,
): Promise<void> {
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
async function hotRowOf({ nodes }: DatabaseCluster, urls: readonly string[], writes: number): Promise<string> {
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
  const automationID = await automationOf(client, [{ type: 'addTag', params: { tag } }], acted);
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
      workers: { type: 'boolean', default: false },
      'worker-share': text,
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    help: values.help,
    save: values.save,
    workers: values.workers,
    workerShare: values['worker-share'] === undefined ? undefined : shareOfCore(values['worker-share']),
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

function shareOfCore(value: string): number {
  const share = Number(value);
  if (!(share >= 0.05 && share <= 1)) throw new InvalidArguments('--worker-share must be a number from 0.05 to 1.');
  return share;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(bench);
