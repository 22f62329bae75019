import { loadEnvironmentFile, readSettings } from '../core/config';
import { runCommand } from './command';

/** Recreates the database with the demo data. */
async function reset(): Promise<void> {
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { fillDatabase } = await import('./fill-database.js');
  await fillDatabase(settings, { replace: true });
  process.stdout.write('Dropped all tables, recreated them and filled them with the demo data.\n');
}

runCommand(reset);
