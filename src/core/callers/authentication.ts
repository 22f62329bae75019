import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ApiKey } from '../config';
import { Unauthenticated } from '../problems/problem';
import { rememberCaller, type Caller } from './caller';
import type { KeyDirectory } from './key-directory';
import { ADMINISTRATOR } from './rights';
import { isToken } from './tokens/access-tokens';
import type { UserDirectory } from './user-directory';

/** Public paths: health checks, documentation, the pages of problems, and the links by which people unsubscribe. */
const PUBLIC = /^\/(health|problems|unsubscribe|api\/docs)(\/|$)|^\/api\/openapi\.json\/?$/i;

/** What callers are found by. */
export interface Directories {
  /** The keys of the environment. */
  readonly fixedKeys: readonly ApiKey[];
  readonly keys: KeyDirectory;
  readonly users: UserDirectory;
  /** The caller whom an access token stands for; undefined: they are not accepted. */
  readonly callerOfToken: ((token: string) => Promise<Caller>) | undefined;
}

/** Requires a key, or an access token where they are accepted; the caller acts as the user to whom it belongs. */
export function authentication(directories: Directories): RequestHandler {
  return (request, _, next) => {
    if (PUBLIC.test(request.path)) return next();
    const bearer = bearerOf(request);
    const secret = secretOf(request);
    if (secret === undefined) return next(new Unauthenticated(missing(directories)));
    callerOf(secret, secret === bearer, directories).then((found) => {
      rememberCaller(request, found);
      next();
    }, next);
  };
}

/** The API key or access token of a request. */
export const secretOf = (request: Request): string | undefined => (bearerOf(request) ?? request.get('X-Api-Key')) || undefined;

const bearerOf = (request: Request): string | undefined => /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '')?.[1];

const missing = ({ callerOfToken }: Directories): string =>
  callerOfToken
    ? 'Send an access token or an API key: Authorization: Bearer <token or key>, or X-Api-Key: <key>.'
    : 'Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>.';

function callerOf(secret: string, isBearer: boolean, directories: Directories): Promise<Caller> {
  const { callerOfToken } = directories;
  return callerOfToken && isBearer && isToken(secret) ? callerOfToken(secret) : callerOfKey(secret, directories);
}

function callerOfKey(key: string, { fixedKeys, users, keys }: Directories): Promise<Caller> {
  const hash = createHash('sha256').update(key).digest();
  const known = findKey(fixedKeys, hash);
  return known ? fixedCaller(known, users) : keys.callerOf(hash);
}

/** All keys are compared in constant time, so that timing reveals nothing. */
const findKey = (keys: readonly ApiKey[], hash: Buffer): ApiKey | undefined =>
  keys.filter(({ sha256 }) => timingSafeEqual(sha256, hash))[0];

const fixedCaller = async ({ name }: ApiKey, users: UserDirectory): Promise<Caller> => ({
  userID: await users.userFor(name),
  name,
  authentication: 'apiKey',
  scope: { divisions: 'all' },
  ...ADMINISTRATOR,
});
