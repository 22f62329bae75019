import type { Request, RequestHandler } from 'express';
import { isLocalHost, isLocalOrigin, isLoopback } from '../config';
import { Forbidden } from '../problems/problem';
import { rememberCaller, type Caller } from './caller';
import { ADMINISTRATOR } from './rights';

/** The caller in open mode. */
const LOCAL_CALLER: Caller = { userID: 1, name: 'open', authentication: 'open', scope: { divisions: 'all' }, ...ADMINISTRATOR };

/** Headers by which proxies tell that a request is not from whom it seems to be. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/**
 * In open mode, only requests from this machine are accepted: checked by the address of the connection, the Host header
 * (against DNS rebinding), what proxies add, and what browsers say of the page.
 */
export const localAuthentication: RequestHandler = (request, _, next) => {
  const refusal = refusalOf(request);
  if (refusal) return next(new Forbidden(`In open mode the service accepts ${refusal}. Create an API key to use it otherwise.`));
  rememberCaller(request, LOCAL_CALLER);
  next();
};

function refusalOf({ socket, headers }: Request): string | undefined {
  const { host, origin } = headers;
  if (!isLoopback(socket.remoteAddress ?? '') || !isLocalHost(host))
    return 'requests from this machine only, under a local name such as localhost';
  if (FORWARDED.some((name) => headers[name] !== undefined)) return 'no requests that came through a proxy';
  if (headers['sec-fetch-site'] === 'cross-site' || (origin !== undefined && !isLocalOrigin(origin)))
    return 'requests from pages of this machine only';
  return undefined;
}
