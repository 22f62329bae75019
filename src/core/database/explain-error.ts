import { OperatorError } from '../config';
import { isConnectionLost, isTransient, storageFailure } from './errors';

/** System calls that fail when the address is not available. */
const LISTENING: readonly unknown[] = ['listen', 'getaddrinfo'];

/**
 * What the service and its commands print when they end with an error: a sentence if the operator can fix it, such as a full disk, and the
 * stack trace of all others.
 */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // TypeORM writes the class of an error of SQLite before its message
  const message = error.message.replace(/^SqliteError: /, '');
  if (error instanceof OperatorError) return message;
  if (storageFailure(error) !== undefined) return `DATABASE_URL must be a database that can be read and written: ${message}.`;
  if ('syscall' in error && LISTENING.includes(error.syscall)) return `Cannot listen on HOST and PORT: ${message}.`;
  if (isConnectionLost(error) || isTransient(error)) return `The database in DATABASE_URL cannot be reached, or is busy: ${message}.`;
  return 'syscall' in error ? `${message}.` : String(error.stack);
}
