import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ApiKey } from '../config';
import { Unauthenticated } from '../http/problem';
import { rememberCaller } from './caller';
import type { UserDirectory } from './user-directory';

/** What is answered without a key: health, and the description of the service. */
const PUBLIC = /^\/(health|api\/docs)(\/|$)|^\/api\/openapi\.json\/?$/i;

/** Lets in who shows one of the keys; it acts as the user to whom the key belongs. */
export function keyGate(keys: readonly ApiKey[], directory: UserDirectory): RequestHandler {
  return (request, _, next) => {
    if (PUBLIC.test(request.path)) return next();
    const key = keyShown(request, keys);
    if (!key) return next(new Unauthenticated('Show an API key: Authorization: Bearer <key>, or X-Api-Key: <key>.'));
    directory.userFor(key.name).then((userID) => {
      rememberCaller(request, { userID, name: key.name, scope: { divisions: 'all' } });
      next();
    }, next);
  };
}

function keyShown(request: Request, keys: readonly ApiKey[]): ApiKey | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '') ?? [];
  const shown = bearer ?? request.get('X-Api-Key');
  if (!shown) return undefined;
  const hash = createHash('sha256').update(shown).digest();
  // all are compared, each in the same time: how long it takes tells nothing
  return keys.filter(({ sha256 }) => timingSafeEqual(sha256, hash))[0];
}
