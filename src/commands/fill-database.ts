import { existsSync } from 'node:fs';
import type { Settings } from '../core/config';
import { closeUnused } from '../core/database/backup';
import { migrate } from '../core/database/migrate';
import { CommandError } from './command';
import { onDatabase } from './on-database';
import { DemoData, type ReportProgress } from '../demo/demo-data';
import { WRITERS } from '../demo/insert-stream';
import { DEMO_SIZES, type MainSizes } from '../demo/sizes';

const PRODUCTION = 'Refusing to delete data with NODE_ENV=production. Unset NODE_ENV if this is not a production database.';
const NOT_EMPTY = 'The database already has records. Add --replace to delete everything first, or set DATABASE_URL to another database.';

export interface FillOptions {
  readonly sizes?: MainSizes;
  /** Drop all tables first. */
  readonly replace: boolean;
  readonly report?: ReportProgress;
}

/**
 * Fills the database without starting the service.
 * @throws CommandError when it has records and `replace` is not set, or in production
 * @throws BackupError while a process has the file that is to be replaced open
 */
export async function fillDatabase(settings: Settings, { sizes = DEMO_SIZES, replace, report }: FillOptions): Promise<void> {
  if (replace) await requireReplaceable(settings);
  await onDatabase(
    settings,
    async (store) => {
      if (replace) await store.dropDatabase();
      await migrate(store);
    },
    async (transactions, clock) => {
      const demonstration = new DemoData(transactions, settings, clock);
      if (!(await demonstration.isEmpty())) throw new CommandError(NOT_EMPTY);
      await demonstration.load(sizes, { report, writers: WRITERS });
    },
  );
}

async function requireReplaceable({ environment, database }: Settings): Promise<void> {
  if (environment === 'production') throw new CommandError(PRODUCTION);
  if (database.kind === 'sqlite' && existsSync(database.path)) await closeUnused(database.path);
}

export { progressTotal } from '../demo/demo-data';
