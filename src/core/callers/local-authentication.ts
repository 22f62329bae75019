import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { RequestHandler } from 'express';
import { isLocalHost, isLocalOrigin, isLoopback } from '../config';
import { Forbidden } from '../problems/problem';
import { rememberCaller, type Caller } from './caller';
import { ADMINISTRATOR } from './rights';

/** The caller while no API keys are configured. */
const LOCAL_CALLER: Caller = { userID: 1, name: 'open', scope: { divisions: 'all' }, ...ADMINISTRATOR };

/**
 * Without API keys, only requests from this machine are accepted: checked by the address of the connection, the Host
 * header (against DNS rebinding) and the Origin header.
 */
export const localAuthentication: RequestHandler = (request, _, next) => {
  const { host, origin } = request.headers;
  if (!isLoopback(request.socket.remoteAddress ?? '') || !isLocalHost(host))
    return next(
      new Forbidden('Without API_KEYS the service accepts requests from this machine only, under a local name such as localhost.'),
    );
  if (origin !== undefined && !isLocalOrigin(origin))
    return next(new Forbidden('Without API_KEYS the service accepts requests from pages of this machine only.'));
  rememberCaller(request, LOCAL_CALLER);
  next();
};

/** Allows pages of this machine on any port. */
export const LOCAL_CORS: CorsOptions = {
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
