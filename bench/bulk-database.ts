import { join } from 'node:path';
import { readSettings } from '../src/core/config';

/** Creates an embedded database with this number of contacts in the folder. @returns the environment for a service on it */
export async function prepareDatabase(folder: string, contacts: number): Promise<Record<string, string>> {
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'bench.sqlite')}`,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DEMO_DATA: 'false',
  };
  // entities read the kind of database when they are loaded, so the environment must be complete first
  Object.assign(process.env, environment);
  const { fillDatabase } = await import('../src/commands/fill-database.js');
  await fillDatabase(readSettings(process.env), { sizes: { jobs: 20, contacts, candidates: 20, activities: 100 }, replace: false });
  return environment;
}
