import { parentPort, workerData } from 'node:worker_threads';
import { textOf } from './text-of';

/** The program of a thread that reads one file: a damaged or malicious one can take all the time and memory that there is. */

/** What the thread is given. */
export interface ReadingOrder {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly most: number;
}

/** What it answers. */
export type ReadingResult = { readonly text: string } | { readonly error: string };

const { bytes, mediaType, most } = workerData as ReadingOrder;
textOf(bytes, mediaType, most).then(
  (text) => parentPort?.postMessage({ text } satisfies ReadingResult),
  (error: unknown) => parentPort?.postMessage({ error: (error as Error).message } satisfies ReadingResult),
);
