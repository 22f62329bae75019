import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MainSizes } from '../src/demo/sizes';
import type { Random } from '../src/demo/random';
import type { BenchArguments } from './arguments';
import { checkEqual } from './check';
import { openDatabase, type BenchDatabase } from './database';
import { waitUntilIdle } from './idle';
import { measure, type Load } from './load';
import { cellsOf, heading, line, summarise, type Round, type Summary } from './report';
import { ensureSeeded } from './seed';
import { Server } from './server';
import { START_TIME } from './start-time';
import { whileSuspended } from './suspended';
import { checkTransfers } from './transfers/check';
import { TRANSFERS, type Transfer, type TransferContext } from './transfers/workloads';
import { WORKLOADS, type Workload } from './workloads';

/** Seconds of load before each measurement. The service audits changes within a second, so the load is steady by then. */
const RUN_IN = 3;

/** Measures the service and bare in turn, workload by workload. @returns what it has printed */
export async function compare(
  options: BenchArguments,
  environment: Readonly<Record<string, string>>,
  print: (line: string) => void,
): Promise<Summary[]> {
  await ensureSeeded(options.url, options.sizes, process.env);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const store = await openDatabase(options.url);
  // automations of the demo data would act on what is measured
  await store.run('UPDATE automation SET statusID = 2');
  const service = await Server.start('src/main.js', { ...environment, NODE_ENV: 'production' });
  const bare = await Server.start('bench/bare/main.js', environment);
  try {
    const isWanted = ({ name }: { name: string }): boolean => options.only.length === 0 || options.only.includes(name);
    const [workloads, transfers] = [WORKLOADS.filter(isWanted), TRANSFERS.filter(isWanted)];
    const context = { folder, store, rows: options.rows, candidates: options.sizes.candidates };
    await checkEqual(workloads, { url: options.url, service, bare, store, sizes: options.sizes });
    await checkTransfers(
      transfers.map(({ name }) => name),
      service,
      bare,
      context,
    );
    print('The service and bare give the same responses.');
    print(heading());
    const pair = { service, bare, store };
    const summaries: Summary[] = [];
    const add = (summary: Summary): void => {
      summaries.push(summary);
      print(line(cellsOf(summary)));
    };
    for (const workload of workloads) add(await measureWorkload(workload, options, pair));
    for (const transfer of transfers) add(await measureTransfer(transfer, options, pair, context));
    return summaries;
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unique per run, server and round: an update must change something. */
const seedOf = (server: string, round: number): string => [START_TIME, server, round].join(' ');

/** The two that are compared. */
interface Pair {
  readonly service: Server;
  readonly bare: Server;
  readonly store: BenchDatabase;
}

/**
 * Measures one after the other. Both number and audit changes, whoever has made them: what is left of those of bare is done before the turn
 * of the service, which is suspended while bare is measured.
 */
async function inTurn<T>(
  { service, bare, store }: Pair,
  work: (server: Server, name: keyof Round) => Promise<T>,
): Promise<Record<keyof Round, T>> {
  await waitUntilIdle(store, ['dispatched', 'audited']);
  const ofService = await work(service, 'service');
  await waitUntilIdle(store, ['dispatched', 'audited']);
  return { service: ofService, bare: await whileSuspended(service, store, () => work(bare, 'bare')) };
}

async function measureWorkload(workload: Workload, options: BenchArguments, pair: Pair): Promise<Summary> {
  const { connections, sizes, seconds, rounds, warmUp } = options;
  const { request, bareRequest = (same) => same } = workload;
  const requests = { service: request, bare: (random: Random, all: MainSizes) => bareRequest(request(random, all)) };
  const measureRound = (round: number, times: Pick<Load, 'seconds' | 'runIn'>): Promise<Round> =>
    inTurn(pair, (server, name) =>
      measure({ servers: [server], connections, sizes, request: requests[name], seed: seedOf(name, round), ...times }),
    );
  pair.service.forgetPeak();
  await measureRound(-1, { seconds: warmUp });
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push(await measureRound(round, { seconds, runIn: RUN_IN }));
  return summarise(workload, done, pair.service.peakMemory);
}

async function measureTransfer(
  transfer: Transfer,
  { rounds, warmUp }: BenchArguments,
  pair: Pair,
  context: TransferContext,
): Promise<Summary> {
  await inTurn(pair, (server) => warm(() => transfer.measure(server, context), warmUp));
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push(await inTurn(pair, (server) => transfer.measure(server, context)));
  return summarise(transfer, done, pair.service.peakMemory);
}

/** Does it again and again for some seconds. */
async function warm(work: () => Promise<unknown>, seconds: number): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) await work();
}
