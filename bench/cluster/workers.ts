import { Client } from '../automation/client';
import { automationOf, runOnce } from '../automation/run-once';
import { openDatabase } from '../database';
import { busyTime } from '../processor-time';
import { Server } from '../server';
import { costOf, type Cost } from './cost';
import type { DatabaseNode } from './database-node';
import { ProcessorShare } from './processor-share';

export const WORKER_COLUMNS = [
  'workers',
  '',
  'records a second',
  'times one worker',
  'CPU ms, workers',
  'CPU ms, node',
  'cores, workers',
  'cores, node',
  'cores, others',
] as const;

const MOST_WORKERS = 3;
/** Runs that are queued at once. */
const TOGETHER = 6;
/** Three small changes of each record, as automations make them. */
const ACTIONS = (tag: string): object[] => [
  { type: 'addTag', params: { tag } },
  { type: 'updateField', params: { field: 'jobTitle', value: tag } },
  { type: 'createNote', params: { notes: tag } },
];

/**
 * One run, which workers share, then several at once, with one worker, two and three at one node of the database. Another process answers
 * the requests.
 * @param share of a core that each worker has; undefined: as much as the machine gives it
 */
export async function measureWorkers(
  node: DatabaseNode,
  url: string,
  share: number | undefined,
  add: (row: string[]) => void,
): Promise<void> {
  const contacts = await numberOfContacts(url);
  const start = (roles: string): Promise<Server> =>
    Server.start('src/main.js', { DATABASE_URL: url, NODE_ENV: 'production', ROLES: roles });
  const web = await start('web');
  const workers: Server[] = [];
  const client = new Client(`http://127.0.0.1:${web.port}`);
  const shares: ProcessorShare[] = [];
  const ofOne = new Map<string, number>();
  try {
    while (workers.length < MOST_WORKERS) {
      workers.push(await start('worker'));
      // not measured: its code is compiled
      await runAll(client, await automationsOf(client, contacts, `worker ${workers.length} begins`, 1), contacts);
      if (share !== undefined) shares.push(ProcessorShare.limit(workers.at(-1)!.processID, share));
      for (const [name, runs] of [['one run', 1] as const, [`${TOGETHER} runs at once`, TOGETHER] as const]) {
        const automations = await automationsOf(client, contacts, `${workers.length} workers, ${name}`, runs);
        const before = busyTime();
        const begin = performance.now();
        const cost = await costOf({ services: workers, nodes: [node] }, async () => {
          await runAll(client, automations, contacts);
          return runs * contacts;
        });
        const busy = (busyTime() - before) / (performance.now() - begin);
        if (workers.length === 1) ofOne.set(name, cost.perSecond);
        add(rowOf(workers.length, name, cost, cost.perSecond / ofOne.get(name)!, busy));
      }
    }
  } finally {
    await Promise.all([web, ...workers].map((each) => each.stop()));
    for (const each of shares) each.remove();
  }
}

/** @returns their ids */
async function automationsOf(client: Client, contacts: number, name: string, amount: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < amount) ids.push(await automationOf(client, ACTIONS(`${name}, ${ids.length}`), contacts));
  return ids;
}

const runAll = (client: Client, automations: readonly number[], contacts: number): Promise<unknown> =>
  Promise.all(automations.map((id) => runOnce(client, id, contacts)));

function rowOf(workers: number, name: string, { perSecond, service, database }: Cost, times: number, busy: number): string[] {
  const [byWorkers, byNode] = [(perSecond * service) / 1000, (perSecond * database) / 1000];
  return [
    String(workers),
    name,
    perSecond.toFixed(0),
    times.toFixed(2),
    service.toFixed(2),
    database.toFixed(2),
    ...[byWorkers, byNode, busy - byWorkers - byNode].map((cores) => cores.toFixed(2)),
  ];
}

async function numberOfContacts(url: string): Promise<number> {
  const store = await openDatabase(url);
  try {
    const [[amount] = []] = await store.all('SELECT COUNT(*) FROM contact WHERE deleted = 0');
    return Number(amount);
  } finally {
    await store.close();
  }
}
