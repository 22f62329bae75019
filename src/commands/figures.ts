import { parseArgs } from 'node:util';
import { loadEnvironmentFile, readSettings, type Settings } from '../core/config';
import type { StaleRows } from '../core/records';
import { CommandError, runCommand, InvalidArguments } from './command';
import { progressTo } from './progress';
import { Clock } from '../core/time/clock';

const HELP = `Recomputes the figures of all records and the folded texts used to search, sort and compare them, and fixes those that
differ. None should, unless something went wrong or a new version folds texts differently.

  npm run figures
  npm run figures -- --check

  --check        changes nothing; exits with 1 if anything differs
  --help         shows this help

Works on the database in DATABASE_URL. The service can keep running.
`;

async function figures(): Promise<void> {
  const { help, check = false } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  const settings = readSettings();
  const wrong = await recomputeFigures(settings, !check);
  process.stdout.write(`${summary(wrong, check)}\n`);
  if (wrong.some(({ clashing }) => check || clashing)) process.exitCode = 1;
}

async function recomputeFigures(settings: Settings, fix: boolean): Promise<StaleRows[]> {
  // entities read the kind of database while they are loaded, so the environment must be complete by then
  const { recordTypes, schemaOf } = await import('../record-types.js');
  const { connect, connectReader, dataSourceFor } = await import('../core/database/data-source.js');
  const { Transactions } = await import('../core/database/index.js');
  const { recompute, rowsToRecompute } = await import('../core/records/index.js');
  const store = await connect(await dataSourceFor(settings.database, schemaOf(recordTypes(settings))));
  const reader = await connectReader(store);
  try {
    if (await store.showMigrations())
      throw new CommandError('The database belongs to another version. Start the service once to migrate it.');
    const transactions = new Transactions(store, reader, new Clock(settings.clockStart));
    const progress = progressTo(process.stdout, await rowsToRecompute(transactions));
    const wrong = await recompute(transactions, { fix, report: (rows) => progress.advance(rows) });
    progress.end();
    return wrong;
  } finally {
    if (reader !== store) await reader.destroy();
    await store.destroy();
  }
}

function readArguments(args: string[]): { help?: boolean; check?: boolean } {
  try {
    return parseArgs({ args, options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    throw new InvalidArguments(`${(error as Error).message} See --help.`);
  }
}

function summary(wrong: readonly StaleRows[], check: boolean): string {
  if (wrong.length === 0) return 'All figures and folded texts are correct.';
  return wrong
    .flatMap((each) => [
      describe(each, check ? 'differ' : 'differed and have been fixed'),
      ...(each.clashing ? [describe({ ...each, ids: each.clashing }, DUPLICATES_LEFT)] : []),
    ])
    .join('\n');
}

const DUPLICATES_LEFT = 'were not changed because they would duplicate another record; rename one of the two';
const describe = ({ type, what, ids }: StaleRows, how: string): string =>
  `${ids.length} records of type ${type}: the ${what} ${how}: ${abbreviated(ids)}`;

const MAX_SHOWN = 20;
const abbreviated = (ids: readonly (number | string)[]): string =>
  `${ids.slice(0, MAX_SHOWN).join(', ')}${ids.length > MAX_SHOWN ? ', …' : ''}`;

runCommand(figures);
