import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ApiKey } from '../config';
import { Unauthenticated } from '../problems/problem';
import { rememberCaller, type Caller } from './caller';
import type { KeyDirectory } from './key-directory';
import { ADMINISTRATOR } from './rights';
import type { UserDirectory } from './user-directory';

/** Public paths: health checks and documentation. */
const PUBLIC = /^\/(health|api\/docs)(\/|$)|^\/api\/openapi\.json\/?$/i;

/**
 * Requires a key; the caller acts as the user to whom it belongs.
 * @param fixed the keys of the environment
 */
export function apiKeyAuthentication(fixed: readonly ApiKey[], users: UserDirectory, keys: KeyDirectory): RequestHandler {
  return (request, _, next) => {
    if (PUBLIC.test(request.path)) return next();
    const key = presentedKey(request);
    if (!key) return next(new Unauthenticated('Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>.'));
    const hash = createHash('sha256').update(key).digest();
    const known = findKey(fixed, hash);
    (known ? fixedCaller(known, users) : keys.callerOf(hash)).then((caller) => {
      rememberCaller(request, caller);
      next();
    }, next);
  };
}

function presentedKey(request: Request): string | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '') ?? [];
  return bearer ?? request.get('X-Api-Key');
}

/** All keys are compared in constant time, so that timing reveals nothing. */
const findKey = (keys: readonly ApiKey[], hash: Buffer): ApiKey | undefined =>
  keys.filter(({ sha256 }) => timingSafeEqual(sha256, hash))[0];

const fixedCaller = async ({ name }: ApiKey, users: UserDirectory): Promise<Caller> => ({
  userID: await users.userFor(name),
  name,
  scope: { divisions: 'all' },
  ...ADMINISTRATOR,
});
