import { loadEnvironmentFile, readSettings } from '../core/config';
import { readCommandLine, runCommand } from './command';

const HELP = `Drops all tables of the database in DATABASE_URL, recreates them and fills them with the demo data. Stop the service first.

  npm run reset

  --help         shows this help
`;

/** Recreates the database with the demo data. */
async function reset(): Promise<void> {
  const { values } = readCommandLine({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) return void process.stdout.write(HELP);
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database when they are loaded, so the environment must be complete first
  const { fillDatabase } = await import('./fill-database.js');
  await fillDatabase(settings, { replace: true });
  process.stdout.write('Dropped all tables, recreated them and filled them with the demo data.\n');
}

runCommand(reset);
