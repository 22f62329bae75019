import { join } from 'node:path';
import { readSettings } from '../src/config';

/** An embedded database in the folder with so many contacts. @returns the environment of a service on it */
export async function databaseSettings(folder: string, contacts: number): Promise<Record<string, string>> {
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'bench.sqlite')}`,
    SECRET_KEY: '0'.repeat(64),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DEMO_DATA: 'false',
  };
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  Object.assign(process.env, environment);
  const { fill } = await import('../src/demo/store.js');
  await fill(readSettings(process.env), { sizes: { jobs: 20, contacts, candidates: 20, activities: 100 }, replace: false });
  return environment;
}
