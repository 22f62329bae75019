import { runCommand } from '../../src/commands/command';
import { isEmbedded, openDatabase, type BenchDatabase } from '../database';
import { percentile } from '../load';
import { databaseAt, markdownTable, saveAutomation } from '../results';
import { Server } from '../server';
import type { MeasuredAction } from './actions';
import { HELP, readAutomationArguments, type AutomationArguments } from './arguments';
import { checkByHand } from './check';
import { Client } from './client';
import { fill, raiseIds } from './data';
import { latency } from './latency';
import { SilentReceiver } from './silent-receiver';
import { idleStatements, statementsPerChange } from './statements';
import { throughput, type Throughput } from './throughput';

/** Contacts on which both ways are compared row by row. */
const CHECKED = 60;
/** One rule twice, first and last, which tells what the order of the cases adds. */
const ACTIVE_RULES = [1, 20, 200, 1];
const LATENCY_GOAL_MS = 1000;

async function bench(): Promise<void> {
  const args = readAutomationArguments(process.argv.slice(2));
  if (args.help) return void process.stdout.write(HELP);
  const receiver = await SilentReceiver.start();
  Object.assign(process.env, {
    DATABASE_URL: args.url,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    // high enough for all rounds, so that the service counts what a person was sent, as it does by default
    MESSAGES_PER_PERSON_PER_DAY: '1000',
    ...receiver.settings,
  });
  try {
    await fill(args.url, CHECKED, 30);
    await raiseIds(args.url);
    await withService(args.url, (client, store) => checkAll(client, store, args.actions, receiver.webhook));
    await fill(args.url, args.records, 200);
    const tables = await withService(args.url, (client, store) => measureAll(client, store, args, receiver.webhook));
    print(`\n${tables.join('\n\n')}`);
    if (args.save) print(`saved ${saveAutomation(tables, await databaseAt(args.url), process.argv.slice(2))}`);
  } finally {
    receiver.stop();
  }
}

async function withService<T>(url: string, work: (client: Client, store: BenchDatabase) => Promise<T>): Promise<T> {
  const store = await openDatabase(url);
  const service = await Server.start('src/main.js', { NODE_ENV: 'production' });
  try {
    return await work(new Client(`http://127.0.0.1:${service.port}`), store);
  } finally {
    await service.stop();
    await store.close();
  }
}

async function checkAll(client: Client, store: BenchDatabase, actions: readonly MeasuredAction[], webhook: string): Promise<void> {
  const ids = await firstContacts(store, CHECKED);
  for (const action of actions)
    print(`${action.type} by hand writes the same rows: ${await checkByHand(action, { client, store, ids, webhook })}`);
}

/** @returns the tables, as Markdown */
async function measureAll(client: Client, store: BenchDatabase, args: AutomationArguments, webhook: string): Promise<string[]> {
  const ids = await firstContacts(store, args.records);
  const actions: string[][] = [];
  for (const action of args.actions) {
    actions.push(rowOf(action, await throughput(client, action, { store, ids, webhook }, args.rounds)));
    print(`measured ${action.type}`);
  }
  const tables = [markdownTable(['action', 'service, records/s', 'by hand, records/s', 'ratio', 'goal', 'reached'], actions)];
  return args.latency ? [...tables, ...(await measureLatency(client, store, args))] : tables;
}

async function measureLatency(client: Client, store: BenchDatabase, { url, seconds }: AutomationArguments): Promise<string[]> {
  const latencies: string[][] = [];
  for (const rules of ACTIVE_RULES) {
    const { p50, p99, changes } = await latency(client, store, seconds, rules);
    const numbers = [rules, p50.toFixed(0), p99.toFixed(0), changes, LATENCY_GOAL_MS].map(String);
    latencies.push([...numbers, p99 < LATENCY_GOAL_MS ? 'yes' : 'no']);
  }
  const table = markdownTable(['active rules', 'p50, ms', 'p99, ms', 'changes', 'goal', 'reached'], latencies);
  if (isEmbedded(url)) return [table, 'The embedded database does not count its statements.'];
  const statements = [`- idle: ${(await idleStatements(store)).toFixed(1)} statements a second`];
  for (const rules of [1, 200])
    statements.push(
      `- statements per change with ${rules} rules that it is nothing to: ${(await statementsPerChange(client, store, rules)).toFixed(1)}`,
    );
  return [table, statements.join('\n')];
}

const firstContacts = async (store: BenchDatabase, count: number): Promise<number[]> =>
  (await store.all('SELECT id FROM contact WHERE deleted = 0 ORDER BY id LIMIT ?', [count])).map(([id]) => Number(id));

function rowOf({ type, goal }: MeasuredAction, rounds: readonly Throughput[]): string[] {
  const median = (values: readonly number[]): number =>
    percentile(
      values.toSorted((one, other) => one - other),
      0.5,
    );
  const ratio = median(rounds.map(({ service, byHand }) => service / byHand));
  const [service, byHand] = [median(rounds.map((each) => each.service)), median(rounds.map((each) => each.byHand))];
  return [type, service.toFixed(0), byHand.toFixed(0), ratio.toFixed(2), goal.toFixed(2), ratio >= goal ? 'yes' : 'no'];
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runCommand(bench);
