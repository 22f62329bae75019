import { settingOf } from '../../configuration';
import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { createMany, load } from '../../core/records';
import { sql, sqlMoment } from '../../core/sql';
import { PlacementStatus, PlacementType } from '../../core/terms/numbers';
import { addDays, isWithin, type Period } from '../../core/time/pay-period';
import type { Placement } from '../placement.entity';
import { placements } from '../placements.records';
import { calendarOf, openPeriod, periodsOf } from './periods/placement-calendar';
import { dueAfterDays, dueDateOf } from './due-date';
import { timesheets } from './timesheets.records';

const { Approved, Started, Ended } = PlacementStatus;
const BATCH_SIZE = 20;
/** Of a placement that is approved after it has begun, older periods have been recorded elsewhere. */
const BACKLOG_DAYS = 28;

/**
 * Makes the timesheets of the periods that have begun, of placements with a pay frequency that are not permanent: each once, so that one
 * that is deleted does not come back.
 * @returns whether there may be more
 */
export async function createDueTimesheets(transaction: Transaction, today: Date): Promise<boolean> {
  if ((await settingOf(transaction.em, 'Timesheets', 'createDue'))?.toLowerCase() === 'false') return false;
  const ids = await placementsDue(transaction, today);
  for (const id of ids) await createFor(transaction, await load(transaction.em, placements, id), today);
  return ids.length === BATCH_SIZE;
}

/** A placement that has ended may have had its last period while the service was down: up to its last day. */
async function placementsDue({ em }: Transaction, today: Date): Promise<number[]> {
  const day = sqlMoment(today);
  const found = await rows(
    em,
    sql`SELECT id FROM placement WHERE deleted = 0 AND statusID IN (${Approved}, ${Started}, ${Ended}) AND payFrequencyID IS NOT NULL
      AND (typeID IS NULL OR typeID <> ${PlacementType.Permanent}) AND startDate <= ${day} AND (statusID <> ${Ended} OR endDate <= ${day})
      AND (timesheetsTo IS NULL OR (timesheetsTo < ${day} AND (endDate IS NULL OR timesheetsTo < endDate))) ORDER BY id LIMIT ${BATCH_SIZE}`,
  );
  return found.map(([id]) => id as number);
}

async function createFor(transaction: Transaction, placement: Placement, today: Date): Promise<void> {
  const { id: placementID, startDate = today, endDate, timesheetsTo } = placement;
  const [calendar, known] = [await calendarOf(transaction.em, placement), await periodsOf(transaction.em, placementID)];
  const last = endDate && endDate < today ? endDate : today;
  const days = await dueAfterDays(transaction.em);
  let day = latest(startDate, timesheetsTo ? addDays(timesheetsTo, 1) : addDays(today, -BACKLOG_DAYS));
  while (day <= last) {
    const taken = known.find((each) => isWithin(day, each));
    const period = taken ?? openPeriod(day, placement, calendar, known);
    if (!period) break;
    // nobody is late with what has not been there
    const dueDate = dueDateOf(latest(period.end, today), days);
    // one that the rules refuse is left to people
    if (!taken) await createMany(transaction, timesheets, [{ placementID, ...isoDays({ ...period, dueDate }) }]);
    day = addDays(period.end, 1);
  }
  await execute(
    transaction.em,
    sql`UPDATE placement SET timesheetsTo = ${sqlMoment(latest(addDays(day, -1), last))} WHERE id = ${placementID}`,
  );
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const isoDays = ({ start, end, dueDate }: Period & { readonly dueDate: Date }) => ({
  periodStart: start.toISOString(),
  periodEnd: end.toISOString(),
  dueDate: dueDate.toISOString(),
});
