import { QueryFailedError } from 'typeorm';
import { Conflict, Problem, QueryTimeout, Unavailable } from '../problems/problem';

/** Temporary: deadlock, lock wait, a changed row, a cluster node not ready. The transaction can be retried. */
const RETRYABLE = new Set([1213, 1205, 1020, 1047]);
const CONNECTION_LOST = new Set([
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
const CONNECTION_LOST_NUMBERS = new Set([2006, 2013, 1053, 1040, 1927, 4031]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']);
const TIMED_OUT = new Set([3024, 1969]);
const DUPLICATE = new Set<string | number>([1062, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const REFERENCE = new Set<string | number>([1451, 1452, 'SQLITE_CONSTRAINT_FOREIGNKEY']);

interface DriverError {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

/** The connection was lost during a commit, which may or may not have succeeded. */
export class CommitUnknown extends Error {
  constructor(override readonly cause: unknown) {
    super('The outcome of a commit is unknown.');
  }
}

export function isTransient(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return RETRYABLE.has(errno) || BUSY.has(code) || isConnectionLost(error);
}

export function isDuplicate(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return DUPLICATE.has(errno) || DUPLICATE.has(code);
}

/** Was the connection lost, or could none be opened? */
export function isConnectionLost(error: unknown): boolean {
  const { code, errno = 0, fatal = false } = driverError(error);
  // a query on a connection that was already lost fails without a code
  return code === undefined ? fatal : CONNECTION_LOST.has(code) || CONNECTION_LOST_NUMBERS.has(errno);
}

/** Converts errors of both drivers into problems; returns other errors unchanged. */
export function translateError(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof CommitUnknown)
    return new Unavailable(
      'The connection to the database was lost while saving. The change may have been saved: read the record before trying again.',
    );
  const { code = '', errno = 0 } = driverError(error);
  if (isDuplicate(error)) return new Conflict('Another record has the same unique value.');
  if (REFERENCE.has(errno) || REFERENCE.has(code))
    return new Conflict('A referenced record does not exist, or the record is still referenced.');
  if (TIMED_OUT.has(errno)) return new QueryTimeout('The query took too long. Narrow the search.');
  if (isTransient(error)) return new Unavailable('The database cannot be reached or is busy. Try again in a moment.');
  return error;
}

function driverError(error: unknown): DriverError {
  const inner: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof inner === 'object' && inner !== null ? inner : {};
}
