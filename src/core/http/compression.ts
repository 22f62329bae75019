import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import Negotiator from 'negotiator';
import { endTurn } from './load';

type Encoding = 'br' | 'gzip';

/** Where a client likes both: as quick as gzip at this quality, and a sixth smaller. */
const PREFERRED: readonly Encoding[] = ['br', 'gzip'];
/** Shorter ones fit into one packet anyway. */
const LEAST_BYTES = 1024;
/** Responses compressed at a time; a process with more to do than that sends others as they are, rather than let them wait. */
const MOST_AT_ONCE = 8;
/** Few pieces, since each is a way to another thread and back. */
const CHUNK = 64 * 1024;

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
const brotliOptions = (length: number): BrotliOptions => ({
  chunkSize: CHUNK,
  params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions(bytes.length)),
  gzip: (bytes) => promisify<Buffer, { chunkSize: number }, Buffer>(gzip)(bytes, { chunkSize: CHUNK }),
};

const chosen = new WeakMap<Response, Encoding>();
let underWay = 0;

/** Chooses the encoding that a client accepts and likes best. */
export const negotiateEncoding: RequestHandler = (request, response, next) => {
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['accept-encoding'] !== undefined) {
    const encoding = new Negotiator(request).encoding([...PREFERRED, 'identity'], { preferred: PREFERRED });
    if (encoding === 'br' || encoding === 'gzip') chosen.set(response, encoding);
  }
  next();
};

/** Does the client accept compressed responses? */
export const isCompressible = (response: Response): boolean => chosen.has(response);

/** Is the body to be sent compressed? */
export const isCompressed = (response: Response, body: Buffer): boolean =>
  body.length >= LEAST_BYTES && underWay < MOST_AT_ONCE && chosen.has(response);

/**
 * Sends a body compressed, in other threads. Its ETag becomes a weak one, since the bytes are others than those without compression.
 * A 304 needs no body.
 */
export async function sendCompressed(response: Response, body: Buffer): Promise<void> {
  const encoding = chosen.get(response);
  weaken(response);
  if (!encoding || response.req.fresh) return void response.send(body);
  endTurn(response);
  underWay += 1;
  try {
    const bytes = await COMPRESS[encoding](body);
    response.setHeader('Content-Encoding', encoding);
    response.send(bytes);
  } finally {
    underWay -= 1;
  }
}

/** What is sent again and again as it is: read and compressed once for each encoding. */
export class SentOften {
  private readonly forms = new Map<Encoding | undefined, Promise<Buffer>>();
  private tag: string | undefined;

  constructor(
    private readonly type: string,
    private readonly read: () => Buffer | string,
  ) {}

  async send(response: Response): Promise<void> {
    const encoding = chosen.get(response);
    const form = this.forms.get(encoding) ?? this.form(encoding);
    this.forms.set(encoding, form);
    const bytes = await form;
    response.setHeader('Content-Type', this.type);
    response.setHeader('ETag', this.tag!);
    if (encoding) {
      weaken(response);
      response.setHeader('Content-Encoding', encoding);
    }
    response.send(bytes);
  }

  private async form(encoding: Encoding | undefined): Promise<Buffer> {
    const bytes = Buffer.from(this.read());
    this.tag ??= `"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`;
    return encoding ? COMPRESS[encoding](bytes) : bytes;
  }
}

function weaken(response: Response): void {
  const tag = response.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) response.setHeader('ETag', `W/${tag}`);
}

/** What a stream passes on its way to the response, each piece at once; its header is set. None where it is sent as it is. */
export function streamCompression(response: Response): readonly Transform[] {
  const encoding = chosen.get(response);
  if (!encoding) return [];
  response.setHeader('Content-Encoding', encoding);
  return [
    encoding === 'br'
      ? createBrotliCompress({ chunkSize: CHUNK, flush: constants.BROTLI_OPERATION_FLUSH, params: BROTLI })
      : createGzip({ chunkSize: CHUNK, flush: constants.Z_SYNC_FLUSH }),
  ];
}
