import type { Database } from 'better-sqlite3';
import type { PoolConnection } from 'mysql2';
import { QueryRunnerAlreadyReleasedError, type QueryRunner } from 'typeorm';

/** The driver objects beneath TypeORM: the file of the embedded database, or one connection of the pool. */
export type Connection = Database | PoolConnection;

/** @throws QueryRunnerAlreadyReleasedError for a released runner */
export async function connectionOf(runner: QueryRunner): Promise<Connection> {
  if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const connection: unknown = await runner.connect();
  return connection as Connection;
}

export const isFile = (connection: Connection): connection is Database => 'pragma' in connection;
