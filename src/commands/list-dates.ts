import { Automation, zonedDaysOf } from '../automation';
import { ContactSearch } from '../contacts';
import { SYSTEM_CALLER } from '../core/callers';
import type { Settings } from '../core/config';
import type { View } from '../core/database';
import { spanOfDay } from '../core/time/day';
import { JobSearch } from '../jobs';
import { onDatabase, requireMigrated } from './on-database';

/** What is saved with dates that mean something else since bare dates are days of a time zone. @throws CommandError */
export const listDates = (settings: Settings): Promise<readonly string[]> =>
  onDatabase(settings, requireMigrated, (transactions) =>
    transactions.read(SYSTEM_CALLER, async (view) => [
      ...(await automationsWithDays(view, settings.timeZone)),
      ...(await searchesWithUtcDays(view, 'Job search', JobSearch, settings.timeZone)),
      ...(await searchesWithUtcDays(view, 'Contact search', ContactSearch, settings.timeZone)),
    ]),
  );

async function automationsWithDays({ em, types, now }: View, timeZone: string): Promise<string[]> {
  const saved = await em.find(Automation, { where: { deleted: false }, order: { id: 'ASC' } });
  return saved.flatMap((automation) =>
    zonedDaysOf(automation, { types, now, timeZone }).map(
      ({ field, day, timeZone: zone }) =>
        `Automation ${automation.id} (${automation.name ?? 'without a name'}): ${day} in a rule on ${field} is that day in ${zone}, no longer in UTC.`,
    ),
  );
}

/** Bounds of a day in UTC were bare dates when they were saved; they stay what they are. */
const UTC_DAY = /T(00:00:00\.000|23:59:59\.999)Z$/;

async function searchesWithUtcDays(
  { em }: View,
  kind: string,
  entity: typeof JobSearch | typeof ContactSearch,
  timeZone: string,
): Promise<string[]> {
  const saved = await em.find(entity, { where: { deleted: false }, order: { id: 'ASC' } });
  return saved.flatMap(({ id, name, criteria }) =>
    Object.entries(JSON.parse(criteria || '{}') as Record<string, unknown>)
      .filter((entry): entry is [string, string] => /(From|To)$/.test(entry[0]) && typeof entry[1] === 'string' && UTC_DAY.test(entry[1]))
      .filter(([, moment]) => isElsewhere(moment.slice(0, 10), timeZone))
      .map(
        ([criterion, moment]) =>
          `${kind} ${id} (${name ?? 'without a name'}): ${criterion} is still ${moment}; saved again as ${moment.slice(0, 10)} it is that day in ${timeZone}.`,
      ),
  );
}

const isElsewhere = (day: string, timeZone: string): boolean =>
  spanOfDay(day, timeZone).from.getTime() !== spanOfDay(day, 'UTC').from.getTime();
