import type { Database } from 'better-sqlite3';
import type { PoolConnection } from 'mysql2';
import { QueryFailedError, type EntityManager, type QueryRunner } from 'typeorm';
import { Sql, type SqlValue } from '../query';

export type Row = unknown[];

/**
 * The rows of a query as arrays, cells in the order of the columns: what wide rows are read with, since objects of 200
 * properties cost several times as much. Dates come as `YYYY-MM-DD HH:MM:SS.mmm`.
 */
export async function rows(em: EntityManager, query: Sql): Promise<Row[]> {
  const runner = em.queryRunner ?? em.connection.createQueryRunner();
  try {
    return await ask(runner, query);
  } catch (error) {
    throw new QueryFailedError(query.text, [...query.params], error as Error);
  } finally {
    if (!em.queryRunner) await runner.release();
  }
}

/** Runs a statement that answers no rows. @returns how many rows it changed */
export async function execute(em: EntityManager, statement: Sql): Promise<number> {
  const result: unknown = await em.query(statement.text, [...statement.params]);
  if (typeof result === 'object' && result !== null && 'affectedRows' in result) return Number(result.affectedRows);
  const [[changes] = [0]] = await rows(em, new Sql('SELECT changes()'));
  return Number(changes);
}

/** The first cell of the first row, as a number; 0 when there is none. */
export async function numberOf(em: EntityManager, query: Sql): Promise<number> {
  const [[value] = [0]] = await rows(em, query);
  return Number(value ?? 0);
}

async function ask(runner: QueryRunner, query: Sql): Promise<Row[]> {
  const connection: unknown = await runner.connect();
  return isEmbedded(connection) ? askFile(connection, query) : askServer(connection as PoolConnection, query);
}

const isEmbedded = (connection: unknown): connection is Database => typeof (connection as Database).pragma === 'function';

const askFile = (database: Database, { text, params }: Sql): Row[] => database.prepare<SqlValue[], Row>(text).raw().all(...params);

const askServer = (connection: PoolConnection, { text, params }: Sql): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    connection.query({ sql: text, values: [...params], rowsAsArray: true, dateStrings: true }, (error, result) => {
      if (error) reject(error);
      else resolve(result as Row[]);
    });
  });
