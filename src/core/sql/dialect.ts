import { databaseKind } from '../config/database-url';

const embedded = databaseKind() === 'sqlite';

/** Locks rows that are read in order to change them; not needed on the embedded database, which has a single writer. */
export const FOR_UPDATE = embedded ? '' : ' FOR UPDATE';

/** Only one process uses the embedded database. */
export const IS_ALONE = embedded;

/** SQL for the number of days between two moments. */
export const daysBetween = (from: string, to: string): string =>
  embedded ? `CAST(julianday(date(${to})) - julianday(date(${from})) AS INTEGER)` : `DATEDIFF(${to}, ${from})`;

/** An insert that leaves an existing row of the same key as it is. */
export const INSERT_IF_ABSENT = embedded ? 'INSERT OR IGNORE INTO' : 'INSERT IGNORE INTO';

/**
 * A join that reads its tables in the order in which they are written, for what begins at one record: without statistics a server
 * may begin at a table of millions. It is followed by ON as any join is.
 */
export const JOIN_NEXT = embedded ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
