import { embeddedFiles, loadEnvironmentFile, readSettings } from '../core/config';
import { InvalidArguments, readCommandLine, runCommand } from './command';

const HELP = `Backs up the SQLite database in DATABASE_URL, the files in FILES_FOLDER and the secret key, while the service may go on working.

  npm run backup -- <folder>

  <folder>       is created; it must not exist
  --help         shows this help

The backup contains personal data and the key that decrypts credentials: keep it as safe as the database. A key in SECRET_KEY or
SECRET_KEY_FILE is not in it. For MariaDB and MySQL use the tools of the server, see "Backup and restore" in README.md.
`;

async function backup(): Promise<void> {
  const { values, positionals } = readCommandLine({ options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  if (values.help) return void process.stdout.write(HELP);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InvalidArguments('Name one folder: npm run backup -- <folder>. See --help.');
  loadEnvironmentFile();
  const settings = readSettings();
  const files = embeddedFiles(settings);
  // migrations read the kind of database while they are loaded, so the environment must be complete by then
  const { backUp } = await import('../core/database/backup/index.js');
  const { keptFiles } = await import('../activities/index.js');
  const { hasKey, missing } = await backUp(files, keptFiles(settings), folder);
  const key = hasKey ? 'with its secret key' : 'without a secret key: keep the one that is configured, too';
  process.stdout.write(`Backed up ${files.database} to ${folder}, ${key}.\n`);
  if (missing.length > 0)
    process.stdout.write(
      `Files that the database refers to are not in ${settings.filesFolder}: ${missing.length}, such as ${missing[0]}.\n`,
    );
}

runCommand(backup);
