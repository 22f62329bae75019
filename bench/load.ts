import { Random } from '../src/demo/random';
import type { MainSizes } from '../src/demo/sizes';
import { Connection } from './connection';
import type { Server } from './server';
import type { AskedRequest } from './workloads';

export interface Load {
  readonly server: Server;
  readonly connections: number;
  readonly seconds: number;
  readonly sizes: MainSizes;
  readonly request: (random: Random, sizes: MainSizes) => AskedRequest;
  /** The same seed makes the same requests in the same order. */
  readonly seed: string;
}

/** What came of it; latencies in milliseconds. */
export interface Measured {
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly bytes: number;
  /** Milliseconds of the server's own processor time for one request: what else runs on the machine changes it little. */
  readonly processor: number;
}

/** Asks as fast as answers come, on so many connections at once. @throws Error for an answer that is not 200 */
export async function measure({ server, connections, seconds, sizes, request, seed }: Load): Promise<Measured> {
  const before = server.processorTime ?? 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const took: number[] = [];
  let bytes = 0;
  const lanes = Array.from({ length: connections }, async (_, lane) => {
    const random = new Random(`${seed}/${lane}`);
    const connection = await Connection.to(server.port);
    for (let now = performance.now(); now < end; now = performance.now()) {
      const length = await connection.ask(request(random, sizes));
      bytes += length;
      took.push(performance.now() - now);
    }
    connection.close();
  });
  await Promise.all(lanes);
  const passed = (performance.now() - begin) / 1000;
  const sorted = took.toSorted((one, other) => one - other);
  const processor = ((server.processorTime ?? 0) - before) / took.length;
  return { perSecond: took.length / passed, median: at(sorted, 0.5), p99: at(sorted, 0.99), bytes: bytes / took.length, processor };
}

/** The value below which such a share of the sorted ones is. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
