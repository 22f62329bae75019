import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { InvalidRequest } from '../http/problem';

/** What a caller wants done once, however often it is asked. */
export interface AskedOnce {
  readonly key: string;
  /** SHA-256 of all that was asked. */
  readonly request: string;
}

/** @returns undefined for a request without a key @throws InvalidRequest for a key that is none */
export function askedOnce(request: Request): AskedOnce | undefined {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new InvalidRequest('Idempotency-Key must have 1 to 255 visible characters, without spaces; a UUID is best.');
  return { key, request: hashOf(request) };
}

function hashOf({ method, originalUrl, body }: Request): string {
  return createHash('sha256')
    .update(JSON.stringify([method, originalUrl, (body as unknown) ?? null]))
    .digest('hex');
}
