import { loadEnvironmentFile, readSettings } from '../core/config';
import { readCommandLine, runCommand } from './command';

const HELP = `Lists the saved automations and searches whose dates without a time mean something else than they did: a bare date that is compared
with a moment was the day in UTC, and is the day in the time zone of the automation, or of the request.

  npm run dates

  --help         shows this help

Changes nothing. Works on the database in DATABASE_URL, with TIME_ZONE. The service can keep running.
`;

async function dates(): Promise<void> {
  const { help } = readCommandLine({ options: { help: { type: 'boolean', short: 'h' } } }).values;
  if (help) return void process.stdout.write(HELP);
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database while they are loaded, so the environment must be complete by then
  const { listDates } = await import('./list-dates.js');
  const lines = await listDates(settings);
  process.stdout.write(lines.length === 0 ? 'All saved dates mean what they did.\n' : `${lines.join('\n')}\n`);
}

runCommand(dates);
