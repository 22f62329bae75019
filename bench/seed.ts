import { existsSync } from 'node:fs';
import { readSettings } from '../src/core/config';
import { progressTo, type Progress } from '../src/commands/progress';
import type { MainSizes } from '../src/demo/sizes';
import { isEmbedded, openDatabase, pathOf, type BenchDatabase } from './database';

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
  if (isEmbedded(url) && !existsSync(pathOf(url))) return false;
  const store = await openDatabase(url);
  try {
    const count = async (table: string): Promise<number> => Number((await store.all(`SELECT COUNT(*) FROM ${table}`))[0]?.[0]);
    for (const [table, size] of [
      ['job', sizes.jobs],
      ['contact', sizes.contacts],
      ['candidate', sizes.candidates],
    ] as const)
      if ((await count(table)) !== size) return false;
    return (await count('activity')) >= sizes.activities && (await isUpToDate(store));
  } catch {
    return false;
  } finally {
    await store.close();
  }
}

/** Whether no migration is missing: what one adds may be filled by the seed only. */
export async function isUpToDate(store: BenchDatabase): Promise<boolean> {
  const { migrations } = await import('../src/core/database/migrations/index.js');
  const [[done] = []] = await store.all('SELECT COUNT(*) FROM migrations');
  return Number(done) === migrations.length;
}

/** Freshly inserted tables have no statistics yet, and query plans would vary from run to run. */
async function analyse(url: string): Promise<void> {
  // of the embedded database, the service makes them when it starts
  if (isEmbedded(url)) return;
  const store = await openDatabase(url);
  for (const table of await store.tables()) await store.run(`ANALYZE TABLE \`${table}\``);
  await store.close();
}
