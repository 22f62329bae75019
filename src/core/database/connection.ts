import type { Database } from 'better-sqlite3';
import type { PoolConnection } from 'mysql2';
import { QueryRunnerAlreadyReleasedError, type DataSource, type QueryRunner } from 'typeorm';
import { Unavailable } from '../problems/problem';
import type { ServerWatch } from './server-watch';

/** The driver objects beneath TypeORM: the file of the embedded database, or one connection of the pool. */
export type Connection = Database | PoolConnection;

/** How long a connection is waited for while the pool hands out none: whoever is in a long queue that moves goes on waiting. */
const PATIENCE_MS = 10_000;

/** Of runners that have theirs: the statements of a transaction need not ask the pool. */
const connections = new WeakMap<QueryRunner, PoolConnection>();

/** When the pool of a data source last handed out a connection. */
const handedOutAt = new WeakMap<DataSource, number>();

/** @throws QueryRunnerAlreadyReleasedError for a released runner, Unavailable if all connections stay in use or the server is silent */
export async function connectionOf(runner: QueryRunner): Promise<Connection> {
  if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  const { watch }: DataSource & { readonly watch?: ServerWatch } = runner.dataSource;
  watch?.refuseIfSilent();
  const own = connections.get(runner);
  if (own) return own;
  const connecting = runner.connect() as Promise<Connection>;
  // the file is open
  if (runner.dataSource.options.type === 'better-sqlite3') return connecting;
  const connected = watch?.expectConnection();
  const connection = await patiently(connecting, runner.dataSource);
  connected?.();
  if (!isFile(connection)) connections.set(runner, connection);
  return connection;
}

export const isFile = (connection: Connection): connection is Database => 'pragma' in connection;

async function patiently(connecting: Promise<Connection>, source: DataSource): Promise<Connection> {
  const begin = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    const check = (): void => {
      const stuckFor = Date.now() - Math.max(begin, handedOutAt.get(source) ?? 0);
      if (stuckFor < PATIENCE_MS) return void (timer = setTimeout(check, PATIENCE_MS - stuckFor));
      releaseWhenItComes(connecting);
      reject(new Unavailable('All connections to the database are in use. Try again in a moment.'));
    };
    timer = setTimeout(check, PATIENCE_MS);
  });
  try {
    const connection = await Promise.race([connecting, impatience]);
    handedOutAt.set(source, Date.now());
    return connection;
  } finally {
    clearTimeout(timer);
  }
}

/** It comes too late, and goes back to the pool. */
function releaseWhenItComes(connecting: Promise<Connection>): void {
  connecting.then(
    (connection) => isFile(connection) || connection.release(),
    () => undefined,
  );
}
