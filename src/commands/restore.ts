import { embeddedFiles, loadEnvironmentFile, readSettings } from '../core/config';
import type { Restored } from '../core/database/backup';
import { InvalidArguments, readCommandLine, runCommand } from './command';

const HELP = `Restores a backup that npm run backup has made, as the SQLite database in DATABASE_URL. Stop the service first.

  npm run restore -- <folder> [--force] [--send-messages]

  --force           replaces a database that is there; it is kept under another name
  --send-messages   sends messages that were waiting when the backup was made. Without it they are given up, since they may have been
                    sent since then; POST /api/Deliveries/{id}/Resend sends one
  --help            shows this help
`;

const OPTIONS = { force: { type: 'boolean' }, 'send-messages': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

async function restoreBackup(): Promise<void> {
  const { values, positionals } = readCommandLine({ options: OPTIONS, allowPositionals: true });
  if (values.help) return void process.stdout.write(HELP);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InvalidArguments('Name one folder: npm run restore -- <folder>. See --help.');
  loadEnvironmentFile();
  const settings = readSettings();
  const files = embeddedFiles(settings);
  // migrations read the kind of database while they are loaded, so the environment must be complete by then
  const { restore } = await import('../core/database/backup/index.js');
  const { keptFiles } = await import('../activities/index.js');
  const { GIVE_UP_WAITING } = await import('../deliveries/index.js');
  const preparation = values['send-messages'] ? undefined : GIVE_UP_WAITING;
  const restored = await restore(folder, files, { files: keptFiles(settings), force: values.force === true, preparation });
  process.stdout.write(`${summaryOf(files.database, restored).join('\n')}\n`);
  if (!restored.hasKey && files.key !== undefined)
    process.stdout.write('The backup has no secret key: set SECRET_KEY to that of its service.\n');
}

const summaryOf = (database: string, { createdDate, kept, prepared }: Restored): string[] => [
  `Restored ${database} as of ${createdDate}.`,
  ...kept.map((file) => `What was there before is in ${file}.`),
  ...(prepared > 0 ? [`Messages that were waiting are not sent, since they may have been sent before: ${prepared}.`] : []),
  'Clients that follow /api/Changes must read all records again.',
];

runCommand(restoreBackup);
