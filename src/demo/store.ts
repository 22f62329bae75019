import type { Settings } from '../config';
import { Transactions } from '../database';
import { connected, storeAt } from '../database/data-source';
import { migrate } from '../database/migrate';
import { entities } from '../entities';
import { Clock } from '../time/clock';
import { Refused } from '../shell';
import { Demonstration, type Report } from './demonstration';
import { DEMONSTRATION, type MainSizes } from './sizes';

const PRODUCTION = 'With NODE_ENV=production nothing is removed. Unset it, if this is no production database.';
const NOT_EMPTY = 'The database has records already. Add --replace to remove everything in it first, or name another one by DATABASE_URL.';

export interface Filling {
  readonly sizes?: MainSizes;
  /** Drop all tables first. */
  readonly replace: boolean;
  readonly report?: Report;
}

/** Fills the database of the settings without the service. @throws Refused when it has records that are not to be replaced, or is in production */
export async function fill(settings: Settings, { sizes = DEMONSTRATION, replace, report }: Filling): Promise<void> {
  if (replace && settings.environment === 'production') throw new Refused(PRODUCTION);
  const store = await connected(await storeAt(settings.database, entities));
  try {
    if (replace) await store.dropDatabase();
    await migrate(store);
    const clock = new Clock(settings.clockStart);
    const demonstration = new Demonstration(new Transactions(store, store, clock), settings, clock);
    if (!(await demonstration.isEmpty())) throw new Refused(NOT_EMPTY);
    await demonstration.load(sizes, report);
  } finally {
    await store.destroy();
  }
}
export { stepsOf } from './demonstration';
