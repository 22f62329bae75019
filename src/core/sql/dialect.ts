import { databaseKind } from '../config/database-url';
import { identifier, list, sql, type Sql } from './sql';

const embedded = databaseKind() === 'sqlite';

/** Locks rows that are read in order to change them; not needed on the embedded database, which has a single writer. */
export const FOR_UPDATE = embedded ? '' : ' FOR UPDATE';

/** Locks rows against changes, so that several transactions can read them at once. */
export const FOR_SHARE = embedded ? '' : ' LOCK IN SHARE MODE';

/** The same as FOR_UPDATE, without the rows that others have locked. */
export const FOR_UPDATE_UNLOCKED = embedded ? '' : ' FOR UPDATE SKIP LOCKED';

/** Only one process uses the embedded database. */
export const IS_ALONE = embedded;

/** SQL for the number of days between two moments. */
export const daysBetween = (from: string, to: string): string =>
  embedded ? `CAST(julianday(date(${to})) - julianday(date(${from})) AS INTEGER)` : `DATEDIFF(${to}, ${from})`;

/** SQL for the mean of amounts in cents, exact, half a cent away from zero; 0 of none. In whole cents, since doubles sum to nearly that. */
export function meanInCents(amount: string): string {
  const sum = `SUM(CAST(ROUND(${amount} * 100) AS ${embedded ? 'INTEGER' : 'SIGNED'}))`;
  const cents = `SIGN(${sum}) * ((2 * ABS(${sum}) + COUNT(*)) ${embedded ? '/' : 'DIV'} (2 * COUNT(*)))`;
  return `COALESCE(${cents} / ${embedded ? '100.0' : '100'}, 0)`;
}

/**
 * SQL for a text that is sent as it is stored. A server returns it as bytes, which are not decoded (CONVERT costs MariaDB a third of a
 * CAST, which copies and checks them); the embedded database returns it as a text, which its driver reads faster than bytes.
 */
export const textToSend = (text: string): string => (embedded ? text : `CONVERT(${text} USING binary)`);

/**
 * SQL for one JSON text of all rows of a query in any order: an array for each of some columns; NULL or empty arrays if there are none. An
 * array for each row would be of unlimited length, for which MariaDB makes a table on disk.
 */
export const jsonOfColumns = (columns: readonly string[]): string =>
  embedded
    ? `'[' || ${columns.map((each) => `json_group_array(${each})`).join(` || ',' || `)} || ']'`
    : `CONCAT('[', ${columns.map((each) => `JSON_ARRAYAGG(${each})`).join(`, ',', `)}, ']')`;

/**
 * Makes an INSERT of several rows return the generated ids. MySQL cannot: it reports the first one, and the others follow it at
 * the distance `auto_increment_increment`, as for every INSERT whose number of rows is known in advance.
 */
export const RETURNING_ID = databaseKind() === 'mysql' ? '' : ' RETURNING id';

/** An insert that leaves an existing row of the same key as it is. */
export const INSERT_IF_ABSENT = embedded ? 'INSERT OR IGNORE INTO' : 'INSERT IGNORE INTO';

/** What follows an INSERT: of a row whose key exists already, some columns are set instead. */
export const orSet = (key: readonly string[], assignments: Sql): Sql =>
  embedded
    ? sql` ON CONFLICT (${list(key.map((name) => identifier(name)))}) DO UPDATE SET ${assignments}`
    : sql` ON DUPLICATE KEY UPDATE ${assignments}`;

/** In the assignments of {@link orSet}: the value that the new row would have. */
export const inserted = (column: string): Sql => (embedded ? sql`excluded.${identifier(column)}` : sql`VALUES(${identifier(column)})`);

/** Turns the checks of foreign keys off or on, for a connection to a server. */
export const referencesChecked = (checked: boolean): Sql[] => (embedded ? [] : [sql`SET SESSION foreign_key_checks = ${Number(checked)}`]);

/** What follows a table to read it along one of its keys. */
export const alongKey = (key: string): Sql => (embedded ? sql` INDEXED BY ${identifier(key)}` : sql` FORCE INDEX (${identifier(key)})`);

/** The same along its ids. */
export const ALONG_IDS = embedded ? sql` NOT INDEXED` : sql` FORCE INDEX (PRIMARY)`;

/** SELECT of tables in the order in which they are written. */
export const SELECT_IN_ORDER = embedded ? 'SELECT' : 'SELECT STRAIGHT_JOIN';

/**
 * A join that reads its tables in the order in which they are written, for what begins at one record: without statistics a server
 * may begin at a table of millions. It is followed by ON as any join is.
 */
export const JOIN_NEXT = embedded ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
