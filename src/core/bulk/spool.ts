import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedBody } from '../problems';

/** The maximum size of an import, uncompressed: 2 GB. */
const MAX_BYTES = 2 * 1024 ** 3;

const CHUNK_BYTES = 64 * 1024;
const DECOMPRESSORS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/**
 * Writes a body into an unlinked temporary file, which disappears when closed. Most callers send everything before they
 * read the first line of the response, so the body cannot be processed while it arrives.
 * @throws InvalidRequest if it is not UTF-8, BodyTooLarge, UnsupportedBody
 */
export async function spool(request: Request): Promise<FileHandle> {
  const unpacking = decompressionOf(request);
  const file = await openUnlinked();
  try {
    for await (const piece of checked(unpacking(request))) await file.appendFile(piece);
    return file;
  } catch (error) {
    await file.close();
    throw isDecompressionError(error) ? new InvalidRequest('The body does not match its Content-Encoding.') : error;
  }
}

/** From its beginning, as text. */
export async function* textOf(file: FileHandle): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
}

function decompressionOf({ headers }: Request): (request: Request) => AsyncIterable<Buffer> {
  const packed = headers['content-encoding']?.toLowerCase() ?? 'identity';
  // stays open if reading ends early, because a response must still be sent
  if (packed === 'identity') return (request) => request.iterator({ destroyOnReturn: false });
  if (packed in DECOMPRESSORS) return (request) => decompress(request, DECOMPRESSORS[packed as keyof typeof DECOMPRESSORS]());
  throw new UnsupportedBody(`The body must be uncompressed or compressed with ${Object.keys(DECOMPRESSORS).join(', ')}.`);
}

function decompress(request: Request, unpacking: Transform): AsyncIterable<Buffer> {
  request.once('error', (error) => unpacking.destroy(error));
  return request.pipe(unpacking);
}

const isDecompressionError = (error: unknown): boolean => /^(Z_|ERR__ERROR)/.test(String((error as { code?: unknown }).code));

async function openUnlinked(): Promise<FileHandle> {
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
    if (bytes > MAX_BYTES) throw new BodyTooLarge('The body is larger than 2 GB. Split it into several files.');
    rejectInvalidUtf8(() => decoder.decode(piece, { stream: true }));
    yield piece;
  }
  rejectInvalidUtf8(() => decoder.decode());
}

function rejectInvalidUtf8(decode: () => string): void {
  try {
    decode();
  } catch {
    throw new InvalidRequest('The body is not valid UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
  }
}
