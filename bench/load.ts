import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../src/demo/random';
import type { MainSizes } from '../src/demo/sizes';
import { Connection } from './connection';
import type { Server } from './server';
import type { BenchRequest } from './workloads';

export interface Load {
  /** Connections are spread over them. */
  readonly servers: readonly Server[];
  readonly connections: number;
  readonly seconds: number;
  /** Seconds of load before the measurement; 0 by default. */
  readonly runIn?: number;
  readonly sizes: MainSizes;
  readonly request: (random: Random, sizes: MainSizes) => BenchRequest;
  /** The same seed gives the same requests in the same order. */
  readonly seed: string;
}

/** Latencies in milliseconds. */
export interface Measurement {
  /** Requests or rows. */
  readonly count: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly bytes: number;
  /** CPU time of the servers per request in milliseconds: other load on the machine hardly affects it. */
  readonly processor: number;
}

/** Sends requests back to back on every connection. @throws Error for a response other than 200 */
export async function measure({ servers, connections, seconds, runIn = 0, sizes, request, seed }: Load): Promise<Measurement> {
  const begin = performance.now() + runIn * 1000;
  const before = pause(runIn * 1000).then(() => processorTime(servers));
  const end = begin + seconds * 1000;
  const latencies: number[] = [];
  let bytes = 0;
  const workers = Array.from({ length: connections }, async (_, worker) => {
    const random = new Random(`${seed}/${worker}`);
    const connection = await Connection.to(servers[worker % servers.length]!.port);
    for (let now = performance.now(); now < end; now = performance.now()) {
      const length = await connection.send(request(random, sizes));
      if (now < begin) continue;
      bytes += length;
      latencies.push(performance.now() - now);
    }
    connection.close();
  });
  await Promise.all(workers);
  const passed = (performance.now() - begin) / 1000;
  const sorted = latencies.toSorted((one, other) => one - other);
  const processor = (processorTime(servers) - (await before)) / latencies.length;
  return {
    count: latencies.length,
    perSecond: latencies.length / passed,
    median: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    bytes: bytes / latencies.length,
    processor,
  };
}

/** So far, of all of them, in milliseconds. */
const processorTime = (servers: readonly Server[]): number => servers.reduce((sum, server) => sum + (server.processorTime ?? 0), 0);

/** The value at the given share (0 to 1) of the sorted values. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
