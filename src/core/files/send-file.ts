import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { ignoreDisconnect } from '../http/stream';
import { NotAcceptable, RangeNotSatisfiable } from '../problems';
import type { ByteRange } from './storage';

/** A file that is sent. */
export interface SentFileDescription {
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  /** Under which it is saved. */
  readonly name: string;
}

/**
 * From the first byte to the last, to the end, or so many at the end; anything else is ignored (RFC 9110). `request.range` of Express
 * refuses more bytes at the end than the file has.
 */
const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/**
 * Sends a file, or the part of it that is asked for, to be saved and never shown: a page or a script in it must not run as one of ours.
 * Several parts at once are not sent: the response is then the complete file.
 * @throws NotAcceptable, RangeNotSatisfiable, and what `open` throws
 */
export async function sendFile(
  response: Response,
  file: SentFileDescription,
  open: (range?: ByteRange) => Promise<Readable>,
): Promise<void> {
  const request = response.req;
  const { mediaType, size, sha256, name } = file;
  if (!request.accepts(mediaType)) throw new NotAcceptable([mediaType]);
  const tag = `"${sha256}"`;
  response.set({ ETag: tag, 'Accept-Ranges': 'bytes' });
  if (request.fresh) return void response.status(304).end();
  const range = rangeOf(request, tag, size);
  const stream = request.method === 'HEAD' ? undefined : await open(range);
  response.attachment(name).set({
    'Content-Type': mediaType,
    'Content-Length': String(range ? range.end - range.start + 1 : size),
  });
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  if (!stream) return void response.end();
  await ignoreDisconnect(() => pipeline(stream, response));
}

/** @returns undefined: all of it @throws RangeNotSatisfiable */
function rangeOf(request: Request, tag: string, size: number): ByteRange | undefined {
  const condition = request.get('If-Range');
  // a part of another version of the file is of no use
  if (condition !== undefined && condition !== tag) return undefined;
  const [, first, last, length] = ONE_RANGE.exec(request.get('Range') ?? '') ?? [];
  if (length !== undefined) return within(Math.max(size - Number(length), 0), size - 1, size);
  const end = last ? Number(last) : size - 1;
  // a last byte before the first is no range
  return first === undefined || (last && end < Number(first)) ? undefined : within(Number(first), end, size);
}

function within(start: number, end: number, size: number): ByteRange {
  if (start >= size) throw new RangeNotSatisfiable(size);
  return { start, end: Math.min(end, size - 1) };
}
