import { loadEnvironmentFile, readSettings, type Settings } from '../core/config';
import type { StaleRows } from '../core/records';
import { readCommandLine, runCommand } from './command';
import { progressTo } from './progress';

const HELP = `Recomputes the figures of all records and the folded texts used to search, sort and compare them, and fixes those that
differ. None should, unless something went wrong or a new version folds texts differently.

  npm run figures
  npm run figures -- --check

  --check        changes nothing; exits with 1 if anything differs
  --help         shows this help

Works on the database in DATABASE_URL. The service can keep running.
`;

async function figures(): Promise<void> {
  const { help, check = false } = readCommandLine({
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  }).values;
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
  const { onDatabase, requireMigrated } = await import('./on-database.js');
  const { recompute, rowsToRecompute } = await import('../core/records/index.js');
  return onDatabase(settings, requireMigrated, async (transactions) => {
    const progress = progressTo(process.stdout, await rowsToRecompute(transactions));
    const wrong = await recompute(transactions, { fix, report: (rows) => progress.advance(rows) });
    progress.end();
    return wrong;
  });
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
