import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { readSettings } from '../src/config';
import { progressTo, type Progress } from '../src/shell';
import type { MainSizes } from '../src/demo/sizes';

/** Fills the database with a firm of those sizes, unless it has one already. */
export async function seeded(url: string, sizes: MainSizes, environment: NodeJS.ProcessEnv): Promise<void> {
  if (await hasSizes(url, sizes)) return;
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  const { fill, stepsOf } = await import('../src/demo/store.js');
  let progress: Progress | undefined;
  const report = (steps: number): void => (progress ??= progressTo(process.stdout, stepsOf(sizes))).advance(steps);
  await fill(readSettings(environment), { sizes, replace: true, report });
  progress?.end();
  await analyse(url);
}

async function hasSizes(url: string, sizes: MainSizes): Promise<boolean> {
  const connection = await createConnection(withoutKind(url));
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

/** What was filled in a minute has no statistics yet, and the plans of both would be a matter of luck. */
async function analyse(url: string): Promise<void> {
  const connection = await createConnection(withoutKind(url));
  const [tables] = await connection.query<(RowDataPacket & { name: string })[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  for (const { name } of tables) await connection.query(`ANALYZE TABLE \`${name}\``);
  await connection.end();
}

/** mysql2 knows one name for both kinds of server. */
export const withoutKind = (url: string): string => url.replace(/^mariadb:/, 'mysql:');
