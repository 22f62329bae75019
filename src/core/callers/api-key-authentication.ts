import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ApiKey } from '../config';
import { Unauthenticated } from '../problems/problem';
import { rememberCaller } from './caller';
import type { UserDirectory } from './user-directory';

/** Public paths: health checks and documentation. */
const PUBLIC = /^\/(health|api\/docs)(\/|$)|^\/api\/openapi\.json\/?$/i;

/** Requires one of the keys; the caller acts as the user to whom it belongs. */
export function apiKeyAuthentication(keys: readonly ApiKey[], directory: UserDirectory): RequestHandler {
  return (request, _, next) => {
    if (PUBLIC.test(request.path)) return next();
    const key = findKey(request, keys);
    if (!key) return next(new Unauthenticated('Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>.'));
    directory.userFor(key.name).then((userID) => {
      rememberCaller(request, { userID, name: key.name, scope: { divisions: 'all' } });
      next();
    }, next);
  };
}

function findKey(request: Request, keys: readonly ApiKey[]): ApiKey | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '') ?? [];
  const shown = bearer ?? request.get('X-Api-Key');
  if (!shown) return undefined;
  const hash = createHash('sha256').update(shown).digest();
  // all keys are compared in constant time, so that timing reveals nothing
  return keys.filter(({ sha256 }) => timingSafeEqual(sha256, hash))[0];
}
