import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { streamCompression } from './compression';

/**
 * Streams a text or its bytes while it is generated, with backpressure; a disconnect stops the generator. If it fails midway, the
 * response is cut off, so that no client mistakes it for complete.
 * @param announce sets the headers once the first piece exists; until then an error still gets its own response
 */
export async function streamResponse(response: Response, pieces: AsyncGenerator<Piece>, announce: () => void): Promise<void> {
  const first = await pieces.next();
  announce();
  if (response.req.method === 'HEAD') {
    await pieces.return(undefined);
    streamCompression(response);
    return void response.end();
  }
  await pipeline([Readable.from(from(first, pieces), { objectMode: false }), ...streamCompression(response), response]);
}

type Piece = string | Uint8Array;

async function* from(first: IteratorResult<Piece>, rest: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

const DISCONNECTED: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'];

/** Ignores errors caused by a disconnect of the caller. */
export async function ignoreDisconnect(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!DISCONNECTED.includes((error as { code?: unknown }).code)) throw error;
  }
}
