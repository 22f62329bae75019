import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedBody } from '../problems';
import { encodingOf, MARK_BYTES, type Encoding } from './encoding';
import type { BodyKind } from './formats';

/** The maximum size of an import, uncompressed: 2 GB. */
const MAX_BYTES = 2 * 1024 ** 3;

const CHUNK_BYTES = 64 * 1024;
const DECOMPRESSORS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/** A body in a temporary file. */
export interface Spooled {
  readonly file: FileHandle;
  /** Of a text. */
  readonly encoding: Encoding;
}

/**
 * Writes a body into an unlinked temporary file, which disappears when closed. Most callers send everything before they
 * read the first line of the response, so the body cannot be processed while it arrives.
 * @throws InvalidRequest if a text is not in its encoding, BodyTooLarge, UnsupportedBody
 */
export async function spool(request: Request, { format, encoding: stated }: BodyKind): Promise<Spooled> {
  const unpacking = decompressionOf(request);
  const file = await openUnlinked();
  const check = new TextCheck(stated);
  try {
    for await (const piece of limited(unpacking(request))) {
      if (format !== 'xlsx') check.add(piece);
      await file.appendFile(piece);
    }
    if (format !== 'xlsx') check.end();
    return { file, encoding: check.encoding };
  } catch (error) {
    await file.close();
    throw isDecompressionError(error) ? new InvalidRequest('The body does not match its Content-Encoding.') : error;
  }
}

/** From its beginning, as text without a byte order mark. */
export async function* textOf({ file, encoding }: Spooled): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
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
  if (Object.hasOwn(DECOMPRESSORS, packed)) return (request) => decompress(request, DECOMPRESSORS[packed as keyof typeof DECOMPRESSORS]());
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

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new BodyTooLarge('The body is larger than 2 GB. Split it into several files.');
    yield piece;
  }
}

/** Finds the encoding of a text by its first bytes, and whether all of it is in that encoding. */
class TextCheck {
  encoding: Encoding = 'utf-8';
  private start = Buffer.alloc(0);
  private decoder: TextDecoder | undefined;

  constructor(private readonly stated: Encoding | undefined) {}

  add(piece: Buffer): void {
    if (this.decoder) return this.decode(this.decoder, piece);
    this.start = Buffer.concat([this.start, piece]);
    if (this.start.length >= MARK_BYTES) this.begin();
  }

  end(): void {
    const decoder = this.decoder ?? this.begin();
    this.rejecting(() => decoder.decode());
  }

  private begin(): TextDecoder {
    this.encoding = encodingOf(this.start, this.stated);
    this.decoder = new TextDecoder(this.encoding, { fatal: true });
    this.decode(this.decoder, this.start);
    return this.decoder;
  }

  private decode(decoder: TextDecoder, piece: Buffer): void {
    this.rejecting(() => decoder.decode(piece, { stream: true }));
  }

  private rejecting(decode: () => string): void {
    try {
      decode();
    } catch {
      throw new InvalidRequest(`The body is not valid ${this.encoding.toUpperCase()}. In a spreadsheet, save it as "CSV UTF-8".`);
    }
  }
}
