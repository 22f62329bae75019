import { createConnection as connectNow, type SslOptions } from 'mysql2';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { HostAndPort } from '../config';

/** How to log in to each host of a server. */
export interface Login {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly ssl: SslOptions | undefined;
}

/** Errors by which a host that has too many connections answers: it is busy, but there. */
const TOO_MANY = new Set([1040, 1203, 1226]);

/** The name of the group that a server of MySQL replicates with. */
const GROUP = 'group_replication_group_name';
const VARIABLES = `'read_only', 'super_read_only', 'wsrep_on', '${GROUP}'`;

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
  const { wsrep_on: galera, [GROUP]: group, ...readOnly } = await shown(connection, `VARIABLES WHERE Variable_name IN (${VARIABLES})`);
  const isOnCluster = galera === 'ON';
  if (isOnCluster && (await shown(connection, "STATUS WHERE Variable_name = 'wsrep_ready'"))['wsrep_ready'] !== 'ON')
    return 'is no working member of its cluster';
  // MariaDB 12 has several ways of being read-only
  if (Object.values(readOnly).some((value) => value !== 'OFF')) return 'is read-only';
  if (group && !(await isWithMostMembers(connection))) return 'is no member of its group, or cut off from most of the others';
  if (isOnCluster) await connection.query('SET SESSION wsrep_sync_wait = 1');
  await connection.query('SELECT 1');
  return undefined;
}

/** Of MySQL group replication: a member that does not reach most of the others answers, but can never commit. */
async function isWithMostMembers(connection: Connection): Promise<boolean> {
  const [[group]] = await connection.query<(RowDataPacket & { isMember: number; members: number; reached: number })[]>(
    `SELECT COUNT(*) AS members, SUM(MEMBER_STATE <> 'UNREACHABLE') AS reached, SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE') AS isMember
       FROM performance_schema.replication_group_members`,
  );
  return group !== undefined && Number(group.isMember) === 1 && 2 * Number(group.reached) > group.members;
}

async function shown(connection: Connection, what: string): Promise<Record<string, string>> {
  const [found] = await connection.query<(RowDataPacket & { Variable_name: string; Value: string })[]>(`SHOW GLOBAL ${what}`);
  return Object.fromEntries(found.map(({ Variable_name: name, Value: value }) => [name.toLowerCase(), value.toUpperCase()]));
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
