import { createConnection as connectNow } from 'mysql2';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { HostAndPort } from '../config';

/** How to log in to each host of a server. */
export interface Login {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

/** Errors by which a host that has too many connections answers: it is busy, but there. */
const TOO_MANY = new Set([1040, 1203, 1226]);

/** @returns why a host cannot be used for writing, undefined if it can; it may also be silent @throws Error if it answers with one */
export async function examineHost(host: HostAndPort, login: Login, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await onHost(host, login, signal, obstacleOf);
  } catch (error) {
    if (TOO_MANY.has((error as { errno?: number }).errno ?? 0)) return undefined;
    throw error;
  }
}

/** Asks a host something, on a connection of its own. @throws Error if it answers with one */
export const askHost = (host: HostAndPort, login: Login, signal: AbortSignal): Promise<void> =>
  onHost(host, login, signal, async (connection) => void (await connection.query('DO 0')));

/** MySQL and MariaDB share a protocol but describe tables differently, so ask the server which one it is. */
export async function kindOfHost(host: HostAndPort, login: Login, connectTimeout: number): Promise<'mysql' | 'mariadb'> {
  const connection = await createConnection({ ...host, ...login, connectTimeout });
  try {
    const [version] = await connection.query('SELECT VERSION() AS version');
    return /mariadb/i.test(JSON.stringify(version)) ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
}

/** A node of a cluster is only usable when it has caught up: what others have acknowledged would be missing. */
async function obstacleOf(connection: Connection): Promise<string | undefined> {
  const variables = await shown(connection, "VARIABLES WHERE Variable_name IN ('read_only', 'super_read_only', 'wsrep_on')");
  const isOnCluster = variables.get('wsrep_on') === 'ON';
  variables.delete('wsrep_on');
  if (isOnCluster && (await shown(connection, "STATUS WHERE Variable_name = 'wsrep_ready'")).get('wsrep_ready') !== 'ON')
    return 'is no working member of its cluster';
  // MariaDB 12 has several ways of being read-only
  if ([...variables.values()].some((value) => value !== 'OFF')) return 'is read-only';
  if (isOnCluster) await connection.query('SET SESSION wsrep_sync_wait = 1');
  await connection.query('SELECT 1');
  return undefined;
}

async function shown(connection: Connection, what: string): Promise<Map<string, string>> {
  const [found] = await connection.query<(RowDataPacket & { Variable_name: string; Value: string })[]>(`SHOW GLOBAL ${what}`);
  return new Map(found.map(({ Variable_name: name, Value: value }) => [name.toLowerCase(), value.toUpperCase()]));
}

/** On a connection of its own, which is closed at the signal. */
async function onHost<T>(host: HostAndPort, login: Login, signal: AbortSignal, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = connectNow({ ...host, ...login });
  signal.addEventListener('abort', () => connection.destroy());
  // told to whoever waits for the question, too
  connection.on('error', () => undefined);
  try {
    return await work(connection.promise());
  } finally {
    connection.destroy();
  }
}
