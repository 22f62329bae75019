import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { callerOf } from '../callers';
import { InvalidRequest } from '../problems/problem';

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly key: string;
  /** SHA-256 of method, path, query and body, and of what its caller may do and see, since the response shows no more than that. */
  readonly request: string;
}

/** @returns undefined for a request without a key @throws InvalidRequest for an invalid key */
export function idempotentRequestOf(request: Request): IdempotentRequest | undefined {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new InvalidRequest('Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, preferably a UUID.');
  return { key, request: hashOf(request) };
}

function hashOf(request: Request): string {
  const { method, originalUrl } = request;
  return createHash('sha256')
    .update(JSON.stringify([method, originalUrl, (request.body as unknown) ?? null, rightsOf(request)]))
    .digest('hex');
}

function rightsOf(request: Request): unknown {
  const { scope, scopes = [] } = callerOf(request) ?? {};
  const divisions = scope?.divisions ?? [];
  return [divisions === 'all' ? divisions : divisions.toSorted((one, other) => one - other), [...scopes].sort()];
}
