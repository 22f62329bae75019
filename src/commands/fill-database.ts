import type { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { connect, connectReader, dataSourceFor } from '../core/database/data-source';
import { migrate } from '../core/database/migrate';
import { recordTypes, schemaOf } from '../record-types';
import { Clock } from '../core/time/clock';
import { CommandError } from './command';
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

/** Fills the database without starting the service. @throws CommandError when it has records and `replace` is not set, or in production */
export async function fillDatabase(settings: Settings, { sizes = DEMO_SIZES, replace, report }: FillOptions): Promise<void> {
  if (replace && settings.environment === 'production') throw new CommandError(PRODUCTION);
  const store = await connect(await dataSourceFor(settings.database, schemaOf(recordTypes(settings))));
  try {
    if (replace) await store.dropDatabase();
    await migrate(store);
    const reader = await connectReader(store);
    try {
      const clock = new Clock(settings.clockStart);
      const demonstration = new DemoData(new Transactions(store, reader, clock), settings, clock);
      if (!(await demonstration.isEmpty())) throw new CommandError(NOT_EMPTY);
      await demonstration.load(sizes, { report, writers: WRITERS });
    } finally {
      if (reader !== store) await reader.destroy();
    }
  } finally {
    await store.destroy();
  }
}
export { progressTotal } from '../demo/demo-data';
