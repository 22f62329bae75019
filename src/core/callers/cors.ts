import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';
import { isLocalOrigin } from '../config';

/** How long browsers may remember what is allowed, in seconds; they take no more than two hours. */
const MAX_AGE = 7200;

const CORS: CorsOptions = {
  maxAge: MAX_AGE,
  exposedHeaders: [
    'Link',
    'X-Total-Count',
    'X-Total-Count-Capped',
    'X-Left-Out',
    'X-Recomputing',
    'X-Last-Sequence',
    'X-Consistency-Token',
    'Location',
    'ETag',
    'Idempotency-Replayed',
    'Allow',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
    'WWW-Authenticate',
    'Deprecation',
    'Sunset',
    'Accept-Ranges',
    'Content-Range',
    'Content-Disposition',
  ],
};

/** Allows pages of this machine on any port. */
export const LOCAL_CORS: CorsOptions = {
  ...CORS,
  origin: (origin: string | undefined, done: (error: Error | null, allow: boolean) => void) =>
    done(null, origin !== undefined && isLocalOrigin(origin)),
};

/** Allows pages of these origins. */
export const corsOf = (origins: readonly string[]): CorsOptions => ({ ...CORS, origin: [...origins] });
