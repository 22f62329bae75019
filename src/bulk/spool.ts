import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedBody } from '../http';

/** The most that one import takes, unpacked: 2 GB. */
const MOST_BYTES = 2 * 1024 ** 3;

const PIECE = 64 * 1024;
const UNPACKED = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/**
 * Puts a body of any size into a file that has no name any more, so that nothing of it stays behind. Most callers send
 * all before they read the first line of the answer, and proxies wait for neither.
 * @throws InvalidRequest when it is not UTF-8, BodyTooLarge, UnsupportedBody
 */
export async function spooled(request: Request): Promise<FileHandle> {
  const unpacking = unpackingOf(request);
  const file = await nameless();
  try {
    for await (const piece of checked(unpacking(request))) await file.appendFile(piece);
    return file;
  } catch (error) {
    await file.close();
    throw isOfPacking(error) ? new InvalidRequest('The body is not packed as its Content-Encoding says.') : error;
  }
}

/** From its beginning, as text. */
export async function* textOf(file: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(PIECE);
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
}

function unpackingOf({ headers }: Request): (request: Request) => AsyncIterable<Buffer> {
  const packed = headers['content-encoding']?.toLowerCase() ?? 'identity';
  // it stays open when the reading ends early: it still has to be answered
  if (packed === 'identity') return (request) => request.iterator({ destroyOnReturn: false });
  if (packed in UNPACKED) return (request) => unpacked(request, UNPACKED[packed as keyof typeof UNPACKED]());
  throw new UnsupportedBody(`The body may be plain, or packed with ${Object.keys(UNPACKED).join(', ')}.`);
}

function unpacked(request: Request, unpacking: Transform): AsyncIterable<Buffer> {
  request.once('error', (error) => unpacking.destroy(error));
  return request.pipe(unpacking);
}

const isOfPacking = (error: unknown): boolean => /^(Z_|ERR__ERROR)/.test(String((error as { code?: unknown }).code));

async function nameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `recruitment-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function* checked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new BodyTooLarge('The body is larger than 2 GB. Send it in several files.');
    utf8(() => decoder.decode(piece, { stream: true }));
    yield piece;
  }
  utf8(() => decoder.decode());
}

function utf8(decode: () => string): void {
  try {
    decode();
  } catch {
    throw new InvalidRequest('The body is not valid UTF-8. Spreadsheets write it as "CSV UTF-8".');
  }
}
