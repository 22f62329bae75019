import { databaseKind } from '../config/database-url';

const embedded = databaseKind() === 'sqlite';
/** Compared byte by byte, on any server, whatever the database's own collation. */
const bytes = embedded ? {} : { charset: 'utf8mb4', collation: 'utf8mb4_bin' };

/**
 * Column types for the database in use, embedded or server.
 * Lengths are in characters. A text of less than 64 characters cannot leave an InnoDB page, so in wide tables
 * texts are at least {@link SHORT_TEXT} long.
 */
export const columns = {
  text: (length: number) => ({ type: 'varchar', length, ...bytes }) as const,
  longText: () => ({ type: embedded ? 'text' : 'mediumtext', ...bytes }) as const,
  int: () => ({ type: embedded ? 'integer' : 'int' }) as const,
  /** Ids of tables that grow indefinitely: changes, deliveries. */
  long: () => ({ type: embedded ? 'integer' : 'bigint' }) as const,
  double: () => ({ type: 'double' }) as const,
  /** An instant, UTC, to the millisecond. */
  moment: () => (embedded ? ({ type: 'datetime' } as const) : ({ type: 'datetime', precision: 3 } as const)),
  boolean: () => ({ type: 'boolean' }) as const,
};

export const SHORT_TEXT = 100;
/** Names of records. */
export const NAME = 200;
/** Long texts hold this many characters: descriptions, notes, JSON stored as text. */
export const LONG_TEXT = 100_000;
