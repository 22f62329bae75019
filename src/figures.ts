import { parseArgs } from 'node:util';
import { loadEnvironmentFile, readSettings, type Settings } from './config';
import type { Wrong } from './records';
import { progressTo, Refused, runCommand, WrongArguments } from './shell';
import { Clock } from './time/clock';

const HELP = `Computes the figures of all records anew, and the folded texts by which they are found, sorted and told apart, and sets
right what differs. Nothing does, unless something went wrong or a new version folds differently.

  npm run figures
  npm run figures -- --check

  --check        changes nothing; ends with 1 when anything differs
  --help         shows this

The database is that of DATABASE_URL. The service may go on meanwhile.
`;

async function figures(): Promise<void> {
  const { help, check = false } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  loadEnvironmentFile();
  const settings = readSettings();
  const wrong = await recomputed(settings, !check);
  process.stdout.write(`${summary(wrong, check)}\n`);
  if (wrong.some(({ clashing }) => check || clashing)) process.exitCode = 1;
}

async function recomputed({ database, clockStart }: Settings, mend: boolean): Promise<Wrong[]> {
  // entities ask for the kind of database while they are loaded, so the environment must be complete by then
  const { entities } = await import('./entities.js');
  const { connected, readerOf, storeAt } = await import('./database/data-source.js');
  const { Transactions } = await import('./database/index.js');
  const { recompute, rowsToRecompute } = await import('./records/index.js');
  const store = await connected(await storeAt(database, entities));
  const reader = readerOf(store);
  if (reader !== store) await connected(reader);
  try {
    if (await store.showMigrations())
      throw new Refused('The database is not that of this version: start the service once, which brings it up to date.');
    const transactions = new Transactions(store, reader, new Clock(clockStart));
    const progress = progressTo(process.stdout, await rowsToRecompute(transactions));
    const wrong = await recompute(transactions, { mend, report: (rows) => progress.advance(rows) });
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
    throw new WrongArguments(`${(error as Error).message} See --help.`);
  }
}

function summary(wrong: readonly Wrong[], check: boolean): string {
  if (wrong.length === 0) return 'All figures and folded texts are right.';
  return wrong
    .flatMap((each) => [
      told(each, check ? 'differ' : 'differed, and are right now'),
      ...(each.clashing ? [told({ ...each, ids: each.clashing }, LEFT)] : []),
    ])
    .join('\n');
}

const LEFT = 'are left as they were, since another one has the same now; rename one of the two';
const told = ({ type, what, ids }: Wrong, how: string): string => `${ids.length} records of type ${type}: the ${what} ${how}: ${some(ids)}`;

/** Nobody reads more than these. */
const SHOWN = 20;
const some = (ids: readonly (number | string)[]): string => `${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`;

runCommand(figures);
