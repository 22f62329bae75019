import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { RequestHandler } from 'express';
import { isLocalHost, isLocalOrigin, isLoopback } from '../config';
import { Forbidden } from '../http/problem';
import { rememberCaller, type Caller } from './caller';

/** Who acts while no keys are set. */
const OPEN: Caller = { userID: 1, name: 'open', scope: { divisions: 'all' } };

/**
 * While no keys are set, only this machine is answered: by the address of the connection, by the name that was asked for
 * (a page on the internet can point its own name here), and not on behalf of pages from elsewhere.
 */
export const openGate: RequestHandler = (request, _, next) => {
  const { host, origin } = request.headers;
  if (!isLoopback(request.socket.remoteAddress ?? '') || !isLocalHost(host))
    return next(new Forbidden('Without API_KEYS the service answers this machine only, under a local name such as localhost.'));
  if (origin !== undefined && !isLocalOrigin(origin))
    return next(new Forbidden('Without API_KEYS the service answers pages of this machine only.'));
  rememberCaller(request, OPEN);
  next();
};

/** Pages of this machine may call, whatever their port. */
export const OPEN_CORS: CorsOptions = {
  origin: (origin: string | undefined, done: (error: Error | null, allow: boolean) => void) =>
    done(null, origin !== undefined && isLocalOrigin(origin)),
  exposedHeaders: [
    'Link',
    'X-Total-Count',
    'X-Total-Count-Capped',
    'X-Left-Out',
    'X-Last-Sequence',
    'Location',
    'ETag',
    'Idempotency-Replayed',
    'Allow',
    'Retry-After',
    'X-Request-Id',
  ],
};
