import type { Database } from 'better-sqlite3';
import type { PoolConnection } from 'mysql2';
import { QueryFailedError, type EntityManager, type QueryRunner } from 'typeorm';
import { Sql, type SqlValue } from '../query';
import { connectionOf, isFile } from './connection';

export type Row = unknown[];

/**
 * The rows of a query as arrays, cells in the order of the columns: what wide rows are read with, since objects of 200
 * properties cost several times as much. Dates come as `YYYY-MM-DD HH:MM:SS.mmm`.
 */
export const rows = (em: EntityManager, query: Sql): Promise<Row[]> =>
  onRunner(em, async (runner) => {
    try {
      return await ask(runner, query);
    } catch (error) {
      throw new QueryFailedError(query.text, [...query.params], error as Error);
    }
  });

/** Runs a statement that answers no rows. @returns how many rows it found to change, or inserted */
export const execute = (em: EntityManager, statement: Sql): Promise<number> =>
  onRunner(em, async (runner) => (await runner.query(statement.text, [...statement.params], true)).affected ?? 0);

/** The first cell of the first row, as a number; 0 when there is none. */
export async function numberOf(em: EntityManager, query: Sql): Promise<number> {
  const [[value] = [0]] = await rows(em, query);
  return Number(value ?? 0);
}

/** On the connection of the unit of work, or on any one, given back at once. */
async function onRunner<T>(em: EntityManager, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  if (em.queryRunner) return work(em.queryRunner);
  const runner = em.connection.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

async function ask(runner: QueryRunner, query: Sql): Promise<Row[]> {
  const connection = await connectionOf(runner);
  return isFile(connection) ? askFile(connection, query) : askServer(connection, query);
}

const askFile = (database: Database, { text, params }: Sql): Row[] => database.prepare<SqlValue[], Row>(text).raw().all(...params);

const askServer = (connection: PoolConnection, { text, params }: Sql): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    connection.query({ sql: text, values: [...params], rowsAsArray: true, dateStrings: true }, (error, result) => {
      if (error) reject(error);
      else resolve(result as Row[]);
    });
  });
