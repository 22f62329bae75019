import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { readSettings } from '../src/core/config';
import { progressTo, type Progress } from '../src/commands/progress';
import type { MainSizes } from '../src/demo/sizes';

/** Fills the database with a firm of these sizes, unless it already has one. */
export async function ensureSeeded(url: string, sizes: MainSizes, environment: NodeJS.ProcessEnv): Promise<void> {
  if (await hasSizes(url, sizes)) return;
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { fillDatabase, progressTotal } = await import('../src/commands/fill-database.js');
  let progress: Progress | undefined;
  const report = (steps: number): void => (progress ??= progressTo(process.stdout, progressTotal(sizes))).advance(steps);
  await fillDatabase(readSettings(environment), { sizes, replace: true, report });
  progress?.end();
  await analyse(url);
}

async function hasSizes(url: string, sizes: MainSizes): Promise<boolean> {
  const connection = await createConnection(toMysqlUrl(url));
  try {
    const found = await Promise.all([
      count(connection, 'job'),
      count(connection, 'contact'),
      count(connection, 'candidate'),
      count(connection, 'activity'),
    ]);
    return found.slice(0, 3).join() === [sizes.jobs, sizes.contacts, sizes.candidates].join() && (found[3] ?? 0) >= sizes.activities;
  } catch {
    return false;
  } finally {
    await connection.end();
  }
}

async function count(connection: Connection, table: 'job' | 'contact' | 'candidate' | 'activity'): Promise<number> {
  const [rows] = await connection.query(`SELECT COUNT(*) AS many FROM ${table}`);
  return Number((rows as { many: number }[])[0]?.many);
}

/** Freshly inserted tables have no statistics yet, and query plans would vary from run to run. */
async function analyse(url: string): Promise<void> {
  const connection = await createConnection(toMysqlUrl(url));
  const [tables] = await connection.query<(RowDataPacket & { name: string })[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  for (const { name } of tables) await connection.query(`ANALYZE TABLE \`${name}\``);
  await connection.end();
}

/** mysql2 accepts only mysql: URLs, for both kinds of server. */
export const toMysqlUrl = (url: string): string => url.replace(/^mariadb:/, 'mysql:');
