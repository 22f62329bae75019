import type { Database, RunResult } from 'better-sqlite3';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { list, sql, Sql, type SqlValue } from '../sql';
import { RETURNING_ID } from '../sql/dialect';
import { connectionOf, isFile, type Connection } from './connection';
import { isConnectionLost, isTransient } from './errors';
import { prepared } from './prepared';
import { threadOf } from './searching';
import { queryTogether, send, streamRows, type Row } from './sending';
import { addWaiting, takeWaiting } from './waiting';

export type { Row } from './sending';

const ATTEMPTS = 3;

/**
 * The rows of a query as arrays in column order, because objects with 200 properties are several times as slow. Dates are
 * `YYYY-MM-DD HH:MM:SS.mmm`.
 */
export const rows = (em: EntityManager, query: Sql): Promise<Row[]> => {
  const thread = threadOf(em);
  if (thread) return wrapErrors(query.text, query.params, () => thread.rows(query));
  return retriedOnLoss(em, () =>
    onConnection(em, query, (connection) => (isFile(connection) ? queryFile(connection, query) : queryServer(em, connection, query))),
  );
};

/**
 * Shows the rows of a query one after the other, as {@link rows} returns them, and keeps none: thousands of them take long to collect.
 * Bytes in a row are valid only while it is shown: who keeps it keeps a {@link copyOf} it.
 */
export function eachRow(em: EntityManager, query: Sql, visit: (row: Row) => void): Promise<void> {
  let visited = false;
  const show = (row: Row): void => {
    visited = true;
    visit(row);
  };
  return retriedOnLoss(
    em,
    () =>
      onConnection(em, query, (connection) =>
        isFile(connection) ? eachRowOfFile(connection, query, show) : streamRows(connection, query, show),
      ),
    () => !visited,
  );
}

/** A row with bytes of its own. */
export const copyOf = (row: Row): Row => row.map((cell) => (Buffer.isBuffer(cell) ? Buffer.from(cell) : cell));

/** Runs a statement that returns no rows. @returns the number of rows matched or inserted */
export const execute = (em: EntityManager, statement: Sql): Promise<number> =>
  onConnection(em, statement, async (connection) =>
    isFile(connection) ? executeOnFile(connection, statement).changes : (await executeOnServer(connection, statement)).affectedRows,
  );

/**
 * Runs a statement of a transaction at the latest before the next one of it, or its end; on a server together with that one, in one round
 * trip. An error of it is then one of the next statement.
 */
export async function executeLater(em: EntityManager, statement: Sql): Promise<void> {
  const { queryRunner } = em;
  const connection = queryRunner && (await connectionOf(queryRunner));
  if (!connection || isFile(connection)) await execute(em, statement);
  else if (!addWaiting(connection, statement)) await executeWaiting(em);
}

/** Runs the statements of a transaction that wait for the next one. */
export async function executeWaiting(em: EntityManager): Promise<void> {
  const statements = await takeFrom(em);
  if (statements.length > 0) await execute(em, list(statements, '; '));
}

/** What waits is not to be done any more. */
export const forgetWaiting = async (em: EntityManager): Promise<void> => void (await takeFrom(em));

async function takeFrom({ queryRunner }: EntityManager): Promise<readonly Sql[]> {
  const connection = queryRunner && (await connectionOf(queryRunner));
  return !connection || isFile(connection) ? [] : takeWaiting(connection);
}

/** Inserts one row. @returns its id, given or generated */
export const insertOne = (em: EntityManager, statement: Sql): Promise<number> =>
  onConnection(em, statement, async (connection) =>
    Number(
      isFile(connection) ? executeOnFile(connection, statement).lastInsertRowid : (await executeOnServer(connection, statement)).insertId,
    ),
  );

/** Inserts rows that have no ids yet. @returns the generated ids, in the order of the rows */
export async function insertAll(em: EntityManager, statement: Sql, amount: number): Promise<number[]> {
  if (amount === 1) return [await insertOne(em, statement)];
  if (RETURNING_ID !== '') {
    const inserted = await rows(em, sql`${statement}${new Sql(RETURNING_ID)}`);
    return inserted.map(([id]) => Number(id)).sort((one, other) => one - other);
  }
  const first = await insertOne(em, statement);
  const step = await numberOf(em, sql`SELECT @@auto_increment_increment`);
  return Array.from({ length: amount }, (_, index) => first + index * step);
}

/** The first cell of the first row, as a number; 0 if there is none. */
export async function numberOf(em: EntityManager, query: Sql): Promise<number> {
  const [[value] = [0]] = await rows(em, query);
  return Number(value ?? 0);
}

/**
 * A pooled connection may have been closed by the server a moment ago (a restart, an idle timeout): a query outside of a
 * transaction is then repeated on another one.
 */
async function retriedOnLoss<T>(em: EntityManager, query: () => Promise<T>, mayRepeat = (): boolean => true): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await query();
    } catch (error) {
      const lostWithin = error instanceof QueryFailedError && isConnectionLost(error) && isTransient(error);
      if (em.queryRunner || tried === ATTEMPTS || !lostWithin || !mayRepeat()) throw error;
    }
  }
}

/** Uses the connection of the transaction, or else a pooled one, released at once. */
async function onConnection<T>(em: EntityManager, { text, params }: Sql, work: (connection: Connection) => T | Promise<T>): Promise<T> {
  const runner = em.queryRunner ?? em.connection.createQueryRunner();
  try {
    const connection = await connectionOf(runner);
    return await wrapErrors(text, params, () => work(connection)).catch((error: unknown) => {
      // or the pool, which hands out what came back last, could offer it again
      if (isConnectionLost(error) && !isFile(connection)) connection.destroy();
      throw error;
    });
  } finally {
    if (runner !== em.queryRunner) await runner.release();
  }
}

async function wrapErrors<T>(text: string, params: readonly SqlValue[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new QueryFailedError(text, [...params], error as Error);
  }
}

const queryFile = (database: Database, { text, params }: Sql): Row[] =>
  prepared(database, text)
    .raw()
    .all(...params);
function eachRowOfFile(database: Database, { text, params }: Sql, visit: (row: Row) => void): void {
  for (const row of prepared(database, text)
    .raw()
    .iterate(...params))
    visit(row);
}
const executeOnFile = (database: Database, { text, params }: Sql): RunResult => prepared(database, text).run(...params);

const queryServer = async ({ queryRunner }: EntityManager, connection: PoolConnection, query: Sql): Promise<Row[]> =>
  queryRunner ? queryTogether(connection, query) : ((await send(connection, query)) as Row[]);
const executeOnServer = async (connection: PoolConnection, statement: Sql): Promise<ResultSetHeader> =>
  (await send(connection, statement)) as ResultSetHeader;
