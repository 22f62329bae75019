import { databaseKind } from '../config/database-url';

const embedded = databaseKind() === 'sqlite';

/** Locks the rows that a unit of work read in order to change them; the embedded database has one writer at a time anyway. */
export const FOR_UPDATE = embedded ? '' : ' FOR UPDATE';

/** No other process works on the embedded database. */
export const IS_ALONE = embedded;

/** SQL of the whole days between two moments. */
export const daysBetween = (from: string, to: string): string =>
  embedded ? `CAST(julianday(date(${to})) - julianday(date(${from})) AS INTEGER)` : `DATEDIFF(${to}, ${from})`;

/** An insert that leaves an existing row of the same key as it is. */
export const INSERT_IF_ABSENT = embedded ? 'INSERT OR IGNORE INTO' : 'INSERT IGNORE INTO';
