import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Answers with a text that is made as it is sent, as fast as it is taken; who goes away ends the making. An answer that
 * cannot be finished is cut off, so that nobody takes it for whole.
 * @param announce sets the headers, once the first piece is there: until then an error has an answer of its own
 */
export async function sendPieces(response: Response, pieces: AsyncGenerator<string>, announce: () => void): Promise<void> {
  const first = await pieces.next();
  announce();
  if (response.req.method === 'HEAD') {
    await pieces.return(undefined);
    return void response.end();
  }
  await pipeline(Readable.from(from(first, pieces), { objectMode: false }), response);
}

async function* from(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

const GONE: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'];

/** Nobody is left to be told when the caller has gone away. */
export async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!GONE.includes((error as { code?: unknown }).code)) throw error;
  }
}
