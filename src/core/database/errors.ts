import { QueryFailedError } from 'typeorm';
import { Conflict, Problem, QueryTimeout, StorageUnavailable, Unavailable } from '../problems/problem';

/** Temporary: deadlock, lock wait, a changed row, a cluster node not ready. The transaction can be retried. */
const RETRYABLE = new Set([1213, 1205, 1020, 1047]);
const CONFLICTS = new Set([1213, 1020]);
/** A lock, or what other nodes of the cluster have committed, did not come in time. */
const WAITED = 1205;
/** The node does not belong to its cluster now; it has rolled back what was open. */
const NO_MEMBER = 1047;
const CONNECTION_LOST = new Set([
  'CONNECTION_DROPPED',
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
  'HANDSHAKE_SSL_ERROR',
  'HANDSHAKE_NO_SSL_SUPPORT',
]);
const CONNECTION_LOST_NUMBERS = new Set([2006, 2013, 1053, 1040, 1927, 4031]);
/** ER_ERROR_DURING_COMMIT: a node left the other nodes of its cluster while they were agreeing, and the others may have committed it. */
const COMMIT_UNDECIDED = 1180;
/** The code of the error of a statement that was given up. */
export const NO_ANSWER = 'NO_ANSWER_FROM_DATABASE';
/** The code of the error of a statement on a connection that was given up after the server had been silent: it can be repeated. */
export const CONNECTION_DROPPED = 'CONNECTION_DROPPED';
/** The code of the error of a search of the embedded database that was given up. */
export const SEARCH_TIMED_OUT = 'SEARCH_TIMED_OUT';
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']);
const TIMED_OUT = new Set<string | number>([3024, 1969, SEARCH_TIMED_OUT]);
const DUPLICATE = new Set<string | number>([1062, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const REFERENCE = new Set<string | number>([1451, 1452, 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** Why nothing can be stored, by the beginning of the code or the number of the error. */
const STORAGE: readonly (readonly [codes: RegExp, numbers: readonly number[], detail: string])[] = [
  [/^SQLITE_FULL/, [1021, 1114, 3675], 'The disk of the database is full. Nothing was saved.'],
  [/^SQLITE_READONLY/, [1036, 1290, 1792, 1836, 3100], 'The database is read-only. Nothing was saved.'],
  [/^SQLITE_(IOERR|CANTOPEN)/, [3, 1026, 1030], 'The disk of the database reports errors.'],
  [/^SQLITE_(CORRUPT|NOTADB)/, [126, 1034, 1035, 1194, 1195], 'The database is damaged: restore it from a backup.'],
];
const CORRUPT = /^SQLITE_(CORRUPT|NOTADB)/;

interface DriverError {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

/** The connection, or its node of a cluster, was lost during a commit, which may or may not have succeeded. */
export class CommitUnknown extends Error {
  constructor(override readonly cause: unknown) {
    super('The outcome of a commit is unknown.');
  }
}

export function isTransient(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  if (code === NO_ANSWER) return false;
  return RETRYABLE.has(errno) || BUSY.has(code) || isConnectionLost(error);
}

/** Another transaction has won: a deadlock, or a row that another node of a cluster has changed meanwhile. */
export const isConflict = (error: unknown): boolean => CONFLICTS.has(driverError(error).errno ?? 0);

/** A statement that has waited in vain, and done nothing; its transaction goes on. */
export const hasOnlyWaited = (error: unknown): boolean => driverError(error).errno === WAITED;

/** The node of a cluster cannot be used now. */
export const isNoMember = (error: unknown): boolean => driverError(error).errno === NO_MEMBER;

export function isDuplicate(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return DUPLICATE.has(errno) || DUPLICATE.has(code);
}

/** Was the connection lost, or could none be opened? */
export function isConnectionLost(error: unknown): boolean {
  const { code, errno = 0, fatal = false } = driverError(error);
  // a query on a connection that was already lost fails without a code
  return code === undefined ? fatal : code === NO_ANSWER || CONNECTION_LOST.has(code) || CONNECTION_LOST_NUMBERS.has(errno);
}

/** Does an error of a commit leave open whether it has succeeded? */
export const leavesCommitOpen = (error: unknown): boolean => isConnectionLost(error) || driverError(error).errno === COMMIT_UNDECIDED;

function isTimedOut(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return TIMED_OUT.has(errno) || TIMED_OUT.has(code);
}

/** Why nothing could be stored; undefined for other errors. */
export function storageFailure(error: unknown): string | undefined {
  const { code = '', errno = 0 } = driverError(error);
  return STORAGE.find(([codes, numbers]) => codes.test(code) || numbers.includes(errno))?.[2];
}

/** Is the file damaged? Writing would damage it further. */
export const isCorrupt = (error: unknown): boolean => CORRUPT.test(driverError(error).code ?? '');

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
  const failure = storageFailure(error);
  if (failure !== undefined) return new StorageUnavailable(failure);
  if (isTimedOut(error)) return new QueryTimeout('The query took too long. Narrow the search.');
  if (code === NO_ANSWER) return new Unavailable('The database does not answer. Try again in a moment.');
  if (isTransient(error)) return new Unavailable('The database cannot be reached or is busy. Try again in a moment.');
  return error;
}

function driverError(error: unknown): DriverError {
  const inner: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof inner === 'object' && inner !== null ? inner : {};
}
