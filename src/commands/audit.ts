import { loadEnvironmentFile, readSettings } from '../core/config';
import { CommandError, InvalidArguments, readCommandLine, runCommand } from './command';

const HELP = `Verifies the audit: finds entries that were changed, removed or moved.

  npm run audit -- --verify

  --verify       exits with 1, and names the first entry that is wrong, if one is
  --help         shows this help

Works on the database in DATABASE_URL, with SECRET_KEY. The service can keep running. Note the hash of the last entry elsewhere: an audit that
still contains it has not been replaced as a whole.
`;

async function audit(): Promise<void> {
  const { help, verify } = readCommandLine({ options: { verify: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values;
  if (help) return void process.stdout.write(HELP);
  if (!verify) throw new InvalidArguments('Say what to do: --verify. See --help.');
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database while they are loaded, so the environment must be complete by then
  const { verifyDatabase } = await import('./verify-database.js');
  const { isIntact, text } = await verifyDatabase(settings);
  if (!isIntact) throw new CommandError(text);
  process.stdout.write(`${text}\n`);
}

runCommand(audit);
