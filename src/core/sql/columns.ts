import { databaseKind } from '../config/database-url';

/** What an amount can be: of money, percent or hours. A double returns 15 digits as they were written, and no more. */
export const AMOUNT = { digits: 15, decimals: 4, most: 99_999_999_999.9999 } as const;

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
  /** Stored exactly: on a server as decimals; a double of the embedded database keeps this many digits, too. */
  amount: () =>
    embedded ? ({ type: 'double' } as const) : ({ type: 'decimal', precision: AMOUNT.digits, scale: AMOUNT.decimals } as const),
  /** An instant, UTC, to the millisecond. */
  moment: () => (embedded ? ({ type: 'datetime' } as const) : ({ type: 'datetime', precision: 3 } as const)),
  boolean: () => ({ type: 'boolean' }) as const,
};

export const SHORT_TEXT = 100;
/** Names of records. */
export const NAME = 200;
/** Names of persons: the first and the last one, with a space between. */
export const FULL_NAME = NAME + 1;
/** Long texts hold this many characters: descriptions, notes, JSON stored as text. */
export const LONG_TEXT = 100_000;
