import type { Database, RunResult } from 'better-sqlite3';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { Sql, type SqlValue } from '../query';
import { connectionOf, isFile, type Connection } from './connection';

export type Row = unknown[];

/**
 * The rows of a query as arrays, cells in the order of the columns: what wide rows are read with, since objects of 200
 * properties cost several times as much. Dates come as `YYYY-MM-DD HH:MM:SS.mmm`.
 */
export const rows = (em: EntityManager, query: Sql): Promise<Row[]> =>
  onConnection(em, query, (connection) => (isFile(connection) ? askFile(connection, query) : askServer(connection, query)));

/** Runs a statement that answers no rows. @returns how many rows it found to change, or inserted */
export const execute = (em: EntityManager, statement: Sql): Promise<number> =>
  onConnection(em, statement, async (connection) =>
    isFile(connection) ? tellFile(connection, statement).changes : (await tellServer(connection, statement)).affectedRows,
  );

/** Inserts one row. @returns its id, which the row or the database gives */
export const insertOne = (em: EntityManager, statement: Sql): Promise<number> =>
  onConnection(em, statement, async (connection) =>
    Number(isFile(connection) ? tellFile(connection, statement).lastInsertRowid : (await tellServer(connection, statement)).insertId),
  );

/** The first cell of the first row, as a number; 0 when there is none. */
export async function numberOf(em: EntityManager, query: Sql): Promise<number> {
  const [[value] = [0]] = await rows(em, query);
  return Number(value ?? 0);
}

/** On the connection of the unit of work, or on any one, given back at once. */
async function onConnection<T>(em: EntityManager, { text, params }: Sql, work: (connection: Connection) => T | Promise<T>): Promise<T> {
  const runner = em.queryRunner ?? em.connection.createQueryRunner();
  try {
    const connection = await connectionOf(runner);
    return await failing(text, params, () => work(connection));
  } finally {
    if (runner !== em.queryRunner) await runner.release();
  }
}

async function failing<T>(text: string, params: readonly SqlValue[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new QueryFailedError(text, [...params], error as Error);
  }
}

const askFile = (database: Database, { text, params }: Sql): Row[] =>
  database
    .prepare<SqlValue[], Row>(text)
    .raw()
    .all(...params);
const tellFile = (database: Database, { text, params }: Sql): RunResult => database.prepare<SqlValue[]>(text).run(...params);

const askServer = async (connection: PoolConnection, query: Sql): Promise<Row[]> => (await answerOf(connection, query)) as Row[];
const tellServer = async (connection: PoolConnection, statement: Sql): Promise<ResultSetHeader> =>
  (await answerOf(connection, statement)) as ResultSetHeader;

const answerOf = (connection: PoolConnection, { text, params }: Sql): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query({ sql: text, values: [...params], rowsAsArray: true, dateStrings: true }, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
