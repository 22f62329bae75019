import type { Duplex } from 'node:stream';
import type { PoolConnection, Query } from 'mysql2';
import type { QueryRunner } from 'typeorm';
import { connectionOf } from './connection';
import { CONNECTION_DROPPED, NO_ANSWER } from './errors';
import type { ServerWatch } from './server-watch';

/** A server cancels statements after 30 seconds. One that does not answer even then is given up with its connection. */
const STATEMENT_MS = 35_000;
/** Statements that end a transaction look for nothing. */
const ENDING_MS = 10_000;
const ENDING = /^(COMMIT|ROLLBACK)\b/i;

const unlimited = new WeakSet<object>();

/**
 * Closes the connection if the server does not answer a statement in time, so that a server or network that swallows bytes occupies neither
 * requests nor connections for good.
 */
export function limitStatements(
  connection: PoolConnection & { readonly stream?: Duplex },
  { watch, limits = { statement: STATEMENT_MS, ending: ENDING_MS } }: { watch?: ServerWatch; limits?: Limits } = {},
): void {
  const watched = { drop: () => void connection.stream?.destroy(dropped()) };
  watch?.add(watched);
  for (const event of ['end', 'error'] as const) connection.once(event, () => watch?.remove(watched));
  const query = connection.query.bind(connection) as (...args: unknown[]) => Query;
  const limited = (...args: unknown[]): Query => {
    const command = query(...args);
    if (unlimited.has(connection)) return command;
    const limit = ENDING.test(command.sql) ? limits.ending : limits.statement;
    const timer = setTimeout(() => connection.stream?.destroy(noAnswer(limit)), limit).unref();
    const answered = watch?.expectAnswer(watched);
    const settled = (): void => {
      clearTimeout(timer);
      answered?.();
    };
    return command.once('end', settled);
  };
  Object.assign(connection, { query: limited });
}

interface Limits {
  readonly statement: number;
  readonly ending: number;
}

const dropped = (): Error =>
  Object.assign(new Error('The database is back, but has not answered on this connection.'), { code: CONNECTION_DROPPED, fatal: true });

const noAnswer = (limit: number): Error =>
  Object.assign(new Error(`The database has not answered for ${limit / 1000} seconds.`), { code: NO_ANSWER, fatal: true });

/** Migrations may take as long as they need. */
export async function withoutDeadline(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  const connection = await connectionOf(runner);
  unlimited.add(connection);
  try {
    await work();
  } finally {
    unlimited.delete(connection);
  }
}
