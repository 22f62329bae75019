import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchArguments } from './arguments';
import { checkEqual } from './check';
import { openDatabase } from './database';
import { measure } from './load';
import { cellsOf, heading, line, summarise, type Round, type Summary } from './report';
import { ensureSeeded } from './seed';
import { Server } from './server';
import { START_TIME } from './start-time';
import { checkTransfers } from './transfers/check';
import { TRANSFERS, type Transfer, type TransferContext } from './transfers/workloads';
import { WORKLOADS, type Workload } from './workloads';

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
    await checkEqual(workloads, { service, bare, store, sizes: options.sizes });
    await checkTransfers(
      transfers.map(({ name }) => name),
      service,
      bare,
      context,
    );
    print('The service and bare give the same responses.');
    print(heading());
    const summaries: Summary[] = [];
    const add = (summary: Summary): void => {
      summaries.push(summary);
      print(line(cellsOf(summary)));
    };
    for (const workload of workloads) add(await measureWorkload(workload, options, service, bare));
    for (const transfer of transfers) add(await measureTransfer(transfer, options, service, bare, context));
    return summaries;
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unique per run, server and round: an update must change something. */
const seedOf = (server: string, round: number): string => [START_TIME, server, round].join(' ');

async function measureWorkload(workload: Workload, options: BenchArguments, service: Server, bare: Server): Promise<Summary> {
  const { connections, sizes, seconds, rounds, warmUp } = options;
  const { request, bareRequest = (same) => same } = workload;
  const ofService = (round: number, duration = seconds) =>
    measure({ servers: [service], connections, seconds: duration, sizes, request, seed: seedOf('service', round) });
  const ofBare = (round: number, duration = seconds) =>
    measure({
      servers: [bare],
      connections,
      seconds: duration,
      sizes,
      request: (random, all) => bareRequest(request(random, all)),
      seed: seedOf('bare', round),
    });
  service.forgetPeak();
  await ofService(-1, warmUp);
  await ofBare(-1, warmUp);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) done.push({ service: await ofService(round), bare: await ofBare(round) });
  return summarise(workload, done, service.peakMemory);
}

async function measureTransfer(
  transfer: Transfer,
  { rounds, warmUp }: BenchArguments,
  service: Server,
  bare: Server,
  context: TransferContext,
): Promise<Summary> {
  await warm(() => transfer.measure(service, context), warmUp);
  await warm(() => transfer.measure(bare, context), warmUp);
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++)
    done.push({ service: await transfer.measure(service, context), bare: await transfer.measure(bare, context) });
  return summarise(transfer, done, service.peakMemory);
}

/** Does it again and again for some seconds. */
async function warm(work: () => Promise<unknown>, seconds: number): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) await work();
}
