import { join } from 'node:path';
import type { BenchDatabase } from '../database';
import type { Measurement } from '../load';
import type { Server } from '../server';
import { writeCandidates } from './candidate-file';
import { largestCandidate, removeCandidatesAfter } from './remove-candidates';
import { download, upload } from './transfer';

/** Where and how much is imported and exported. */
export interface TransferContext {
  readonly folder: string;
  readonly store: BenchDatabase;
  /** Of an import. */
  readonly rows: number;
  /** Of the database. */
  readonly candidates: number;
}

/** A workload that is one long request with many rows. */
export interface Transfer {
  readonly name: string;
  readonly description: string;
  readonly measure: (server: Server, context: TransferContext) => Promise<Measurement>;
}

/** Imports a file of new candidates, and removes them again, so that every round finds the same database. */
async function measureImport(server: Server, { folder, store, rows }: TransferContext): Promise<Measurement> {
  const file = join(folder, 'candidates.csv');
  await writeCandidates(file, rows, String(Date.now()));
  const last = await largestCandidate(store);
  try {
    return await timed(server, rows, async () => {
      const summary = await upload(`http://127.0.0.1:${server.port}/api/Candidates/Import`, file);
      if (!summary.includes(`"created":${rows},`)) throw new Error(`Not all rows were imported: ${summary}`);
      return 0;
    });
  } finally {
    await removeCandidatesAfter(store, last);
  }
}

const measureExport = (server: Server, { folder, candidates }: TransferContext): Promise<Measurement> =>
  timed(server, candidates, () => download(`http://127.0.0.1:${server.port}/api/Candidates/Export?format=csv`, join(folder, 'export.csv')));

/** Per row. */
async function timed(server: Server, rows: number, work: () => Promise<number>): Promise<Measurement> {
  server.forgetPeak();
  const before = server.processorTime ?? 0;
  const begin = performance.now();
  const bytes = await work();
  const took = performance.now() - begin;
  return {
    count: rows,
    perSecond: (rows * 1000) / took,
    median: took / rows,
    p99: took / rows,
    bytes: bytes / rows,
    processor: ((server.processorTime ?? 0) - before) / rows,
  };
}

export const TRANSFERS: readonly Transfer[] = [
  { name: 'W6', description: 'CSV import of new candidates, rows; bare makes the same checks', measure: measureImport },
  { name: 'W7', description: 'CSV export of all candidates, rows', measure: measureExport },
];
