import type { Transaction, View } from '../../core/database';
import { execute, numberOf } from '../../core/database/rows';
import { sql, sqlMoment } from '../../core/sql';
import { AutomationRun } from '../automation.entity';
import { MAX_AUDIENCE, type Audience } from '../audience';
import { timeZoneOf } from '../definition/definition';
import { dayOf, instantOf, wallTimeOf } from '../../core/time/local-time';
import type { Listener } from './occurrence';

/** For events, `maxNumberOfRecordsToExecute` is the most records per day, in the time zone of the automation. */
export async function capPerDay(transaction: Transaction, listener: Listener, audience: Audience): Promise<Audience> {
  const left = await leftOfDay(transaction, listener);
  if (left === undefined) return audience;
  const taken = audience.taken.slice(0, left);
  return { ...audience, taken, leftOut: audience.leftOut + audience.taken.length - taken.length };
}

/** How many records it takes on the rest of the day that is given as now; undefined: as many as there are events. */
export async function leftOfDay(day: Pick<View, 'em' | 'now'>, listener: Listener): Promise<number | undefined> {
  const most = listener.automation.maxNumberOfRecordsToExecute;
  return most ? Math.max(0, Math.min(most, MAX_AUDIENCE) - (await takenOn(day, listener))) : undefined;
}

const takenOn = ({ em, now }: Pick<View, 'em' | 'now'>, listener: Listener): Promise<number> =>
  numberOf(
    em,
    sql`SELECT COALESCE(SUM(taken), 0) FROM automation_run WHERE automationID = ${listener.automation.id} AND \`trigger\` = 'event' AND queuedAt >= ${sqlMoment(midnight(now, listener))}`,
  );

/** The beginning of the present day. */
function midnight(now: Date, { definition }: Listener): Date {
  const zone = timeZoneOf(definition);
  return new Date(instantOf(dayOf(wallTimeOf(now.getTime(), zone)), zone));
}

/** Counts records that are left out for this reason in one run a day: there may be as many of them as there are events. */
export async function recordLeftOut(transaction: Transaction, listener: Listener, { matched, excluded, leftOut }: Audience): Promise<void> {
  const { em, now } = transaction;
  const { id, version, userId, maxNumberOfRecordsToExecute } = listener.automation;
  const reason = `the automation takes at most ${maxNumberOfRecordsToExecute} records a day`;
  const counted = await execute(
    em,
    sql`UPDATE automation_run SET matched = matched + ${matched}, excluded = excluded + ${excluded}, leftOut = leftOut + ${leftOut}, finishedAt = ${sqlMoment(now)} WHERE automationID = ${id} AND status = 'skipped' AND reason = ${reason} AND queuedAt >= ${sqlMoment(midnight(now, listener))}`,
  );
  if (counted > 0) return;
  await em.insert(AutomationRun, {
    ...{ automationID: id, automationVersion: version, trigger: 'event', status: 'skipped', reason, matched, excluded, leftOut },
    ...{ requestedByID: userId, queuedAt: now, finishedAt: now },
  });
}
