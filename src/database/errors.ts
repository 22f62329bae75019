import { QueryFailedError } from 'typeorm';
import { Conflict, Problem, TooSlow, Unavailable } from '../http/problem';

/** Refused for the moment: deadlock, lock wait, a changed row, a cluster node not ready. The whole transaction can be done again. */
const REFUSED = new Set([1213, 1205, 1020, 1047]);
const LOST = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ER_SERVER_SHUTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ER_CON_COUNT_ERROR',
]);
const LOST_NUMBERS = new Set([2006, 2013, 1053, 1040, 1927, 4031]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']);
const OVER_TIME = new Set([3024, 1969]);
const DUPLICATE = new Set<string | number>([1062, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const REFERENCE = new Set<string | number>([1451, 1452, 'SQLITE_CONSTRAINT_FOREIGNKEY']);

interface DriverError {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

/** The connection went while a commit was under way: it may have happened or not. */
export class CommitUnknown extends Error {
  constructor(override readonly cause: unknown) {
    super('The outcome of a commit is unknown.');
  }
}

export function isTransient(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return REFUSED.has(errno) || BUSY.has(code) || isLost(error);
}

/** Has another record the same unique value? */
export function isDuplicate(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return DUPLICATE.has(errno) || DUPLICATE.has(code);
}

/** Has the connection gone, or was there none to be had? */
export function isLost(error: unknown): boolean {
  const { code, errno = 0, fatal = false } = driverError(error);
  // what is asked of a connection that has gone before fails without a code
  return code === undefined ? fatal : LOST.has(code) || LOST_NUMBERS.has(errno);
}

/** What an error of either driver means to a caller; anything else as it is. */
export function translated(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof CommitUnknown)
    return new Unavailable(
      'The database went away while the change was being saved. It may have been saved: read the record before trying again.',
    );
  const { code = '', errno = 0 } = driverError(error);
  if (isDuplicate(error)) return new Conflict('Another record has the same unique value.');
  if (REFERENCE.has(errno) || REFERENCE.has(code))
    return new Conflict('A record that this one refers to is not there, or is still referred to.');
  if (OVER_TIME.has(errno)) return new TooSlow('The query took too long. Narrow the search.');
  if (isTransient(error)) return new Unavailable('The database cannot be reached or is busy. Try again in a moment.');
  return error;
}

function driverError(error: unknown): DriverError {
  const inner: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof inner === 'object' && inner !== null ? inner : {};
}
