import type { Database, RunResult } from 'better-sqlite3';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { Sql, type SqlValue } from '../sql';
import { connectionOf, isFile, type Connection } from './connection';

export type Row = unknown[];

/**
 * The rows of a query as arrays in column order, because objects with 200 properties are several times as slow. Dates are
 * `YYYY-MM-DD HH:MM:SS.mmm`.
 */
export const rows = (em: EntityManager, query: Sql): Promise<Row[]> =>
  onConnection(em, query, (connection) => (isFile(connection) ? queryFile(connection, query) : queryServer(connection, query)));

/** Runs a statement that returns no rows. @returns the number of rows matched or inserted */
export const execute = (em: EntityManager, statement: Sql): Promise<number> =>
  onConnection(em, statement, async (connection) =>
    isFile(connection) ? executeOnFile(connection, statement).changes : (await executeOnServer(connection, statement)).affectedRows,
  );

/** Inserts one row. @returns its id, given or generated */
export const insertOne = (em: EntityManager, statement: Sql): Promise<number> =>
  onConnection(em, statement, async (connection) =>
    Number(
      isFile(connection) ? executeOnFile(connection, statement).lastInsertRowid : (await executeOnServer(connection, statement)).insertId,
    ),
  );

/** The first cell of the first row, as a number; 0 if there is none. */
export async function numberOf(em: EntityManager, query: Sql): Promise<number> {
  const [[value] = [0]] = await rows(em, query);
  return Number(value ?? 0);
}

/** Uses the connection of the transaction, or else a pooled one, released at once. */
async function onConnection<T>(em: EntityManager, { text, params }: Sql, work: (connection: Connection) => T | Promise<T>): Promise<T> {
  const runner = em.queryRunner ?? em.connection.createQueryRunner();
  try {
    const connection = await connectionOf(runner);
    return await wrapErrors(text, params, () => work(connection));
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
  database
    .prepare<SqlValue[], Row>(text)
    .raw()
    .all(...params);
const executeOnFile = (database: Database, { text, params }: Sql): RunResult => database.prepare<SqlValue[]>(text).run(...params);

const queryServer = async (connection: PoolConnection, query: Sql): Promise<Row[]> => (await send(connection, query)) as Row[];
const executeOnServer = async (connection: PoolConnection, statement: Sql): Promise<ResultSetHeader> =>
  (await send(connection, statement)) as ResultSetHeader;

const send = (connection: PoolConnection, { text, params }: Sql): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query({ sql: text, values: [...params], rowsAsArray: true, dateStrings: true }, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
