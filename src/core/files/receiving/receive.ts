import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'express';
import { BodyTooLarge, InvalidRequest, UnsupportedBody } from '../../problems';
import { agreedKind, FILE_KINDS, mediaTypeIn, recognise, type FileKind } from '../file-types';
import { ReceivedFile } from '../received-file';

/**
 * Writes a body into a temporary file, which belongs to the caller if nothing is thrown.
 * @throws InvalidRequest without a body, BodyTooLarge, UnsupportedBody
 */
export async function receive(request: Request, maxBytes: number): Promise<ReceivedFile> {
  refuseEncoded(request);
  refuseForm(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const path = join(tmpdir(), `recruitment-file-${randomUUID()}`);
  try {
    const { size, sha256 } = await write(request, path, maxBytes);
    if (size === 0) throw new InvalidRequest('The body is empty: send the file as it is.');
    return new ReceivedFile(path, await kindOf(path, mediaTypeIn(request.headers['content-type'])), size, sha256);
  } catch (error) {
    await rm(path, { force: true });
    // nobody is there to be told
    throw request.destroyed && !request.complete ? new InvalidRequest('The file was not sent completely.') : error;
  }
}

async function write(request: Request, path: string, maxBytes: number): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    // the request stays open if reading ends early, because a response must still be sent
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      hash.update(piece);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

async function kindOf(path: string, stated: string): Promise<FileKind> {
  const recognised = await recognise(path);
  const kind = agreedKind(recognised, stated);
  if (kind) return kind;
  if (recognised.kinds.length > 0) throw new UnsupportedBody(`The file is ${recognised.found}, not ${stated} as Content-Type says.`);
  throw new UnsupportedBody(
    `The file is ${recognised.found}. Files can be ${FILE_KINDS.map(({ extension }) => extension.toUpperCase()).join(', ')}.`,
  );
}

function refuseEncoded({ headers }: Request): void {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new UnsupportedBody('A file must be sent as it is, without Content-Encoding.');
}

/** What forms and some clients send: the file is a part of the body. */
function refuseForm({ headers }: Request): void {
  if (mediaTypeIn(headers['content-type']).startsWith('multipart/'))
    throw new UnsupportedBody(
      "Send the file's bytes as the body, not a form, and its media type as Content-Type, such as application/pdf.",
    );
}

const tooLarge = (maxBytes: number): BodyTooLarge => new BodyTooLarge(`The file is larger than ${maxBytes} bytes.`);
