import type { Transaction } from '../../core/database';
import { numberOf, rows } from '../../core/database/rows';
import { roundToCents, sumOf } from '../../core/money';
import { Conflict, InvalidRequest, type Problem } from '../../core/problems';
import { loadAll, touches } from '../../core/records';
import { sql, type Sql } from '../../core/sql';
import { TimesheetStatus } from '../../core/terms/numbers';
import { hoursByDay, hoursOn } from './lines/day-limit';
import { written } from './periods/placement-calendar';
import type { Timesheet, TimesheetLine } from './timesheet.entity';
import { isApproved } from './timesheet.transitions';
import { timesheets } from './timesheets.records';

const { Approved, Paid } = TimesheetStatus;

/** A new adjustment belongs to the placement and the period of the timesheet that it corrects, which stays locked. */
export async function followAdjusted({ em }: Transaction, adjustment: Timesheet): Promise<void> {
  const adjusted = await correctedBy(em, adjustment);
  if (!adjusted) return;
  adjustment.placementID ??= adjusted.placementID;
  adjustment.periodStart ??= adjusted.periodStart;
  adjustment.periodEnd ??= adjusted.periodEnd;
  refuseWrongAdjusted(adjusted);
  refuseOtherPeriod(adjustment, adjusted);
}

const PERIOD = ['placementID', 'periodStart', 'periodEnd'] as const;

/** @throws InvalidRequest for an adjustment of another placement, or for another period, than what it corrects */
function refuseOtherPeriod(adjustment: Timesheet, adjusted: Timesheet): void {
  const other = PERIOD.filter((name) => adjustment[name]?.valueOf() !== adjusted[name]?.valueOf());
  if (other.length > 0)
    throw InvalidRequest.because(
      other.map((name) => ({ pointer: `/${name}`, detail: `must be that of timesheet ${adjusted.id}, or be omitted` })),
    );
}

async function correctedBy(em: Transaction['em'], { adjustsID }: Timesheet): Promise<Timesheet | undefined> {
  const [corrected] = adjustsID === null ? [] : await loadAll(em, timesheets, [adjustsID]);
  return corrected;
}

/** What an adjustment corrects, with its rates; undefined for what was approved before rates were fixed. */
export async function adjustedBy({ em }: Transaction, adjustment: Timesheet): Promise<Timesheet | undefined> {
  const adjusted = await correctedBy(em, adjustment);
  return adjusted?.payRate === null ? undefined : adjusted;
}

/** @throws Conflict */
function refuseWrongAdjusted({ id, adjustsID, deleted, ...adjusted }: Timesheet): void {
  if (adjustsID !== null)
    throw new Conflict(`Timesheet ${id} is an adjustment of timesheet ${adjustsID}: make another adjustment of that one.`);
  if (deleted) throw new Conflict(`Timesheet ${id} is deleted: restore it before it is adjusted.`);
  if (!isApproved(adjusted))
    throw new Conflict(`Timesheet ${id} is not approved: change the timesheet itself (PUT /api/Timesheets/${id}).`);
}

/** @throws InvalidRequest, Conflict */
export async function checkAdjustments({ em }: Transaction, before: Timesheet, after: Timesheet): Promise<void> {
  if (before.id === undefined) return;
  if (before.adjustsID !== after.adjustsID)
    throw InvalidRequest.because([
      { pointer: '/adjustsID', detail: `must stay ${before.adjustsID ?? 0}: it is set when a timesheet is created` },
    ]);
  await keepToAdjusted(em, before, after);
  if (!isApproved(before) || isApproved(after)) return;
  const found = await rows(em, sql`SELECT id FROM timesheet WHERE adjustsID = ${after.id} AND deleted = 0 ORDER BY id`);
  const ids = found.map(([id]) => Number(id)).join(', ');
  if (found.length > 0)
    throw new Conflict(`Timesheet ${after.id} has been adjusted by ${ids}: delete these adjustments before it is reopened.`);
}

/** What it corrects may have been reopened and changed while it was deleted. @throws InvalidRequest, Conflict */
async function keepToAdjusted(em: Transaction['em'], before: Timesheet, after: Timesheet): Promise<void> {
  const isRestored = before.deleted && !after.deleted;
  const isMoved = touches(before, after, ...PERIOD);
  const adjusted = isRestored || isMoved ? await correctedBy(em, after) : undefined;
  if (!adjusted) return;
  if (isMoved) refuseOtherPeriod(after, adjusted);
  if (!isRestored) return;
  refuseWrongAdjusted(adjusted);
  for (const name of PERIOD) Object.assign(after, { [name]: adjusted[name] });
}

/** Timesheets that together must not take away more than there is. */
interface Group {
  readonly includes: (timesheet: Timesheet) => boolean;
  /** Of a timesheet `t`. */
  readonly where: Sql;
  readonly hours: string;
}

/** All that there are, and those that runs collect, with or without the others. */
const GROUPS: readonly Group[] = [
  { includes: ({ deleted }) => !deleted, where: sql`t.deleted = 0`, hours: 'hours' },
  {
    includes: (timesheet) => !timesheet.deleted && isApproved(timesheet),
    where: sql`t.deleted = 0 AND t.statusID IN (${Approved}, ${Paid})`,
    hours: 'approved hours',
  },
];

/** A timesheet that changes, with the lines that it has had. */
interface ChangeOfHours {
  readonly before: Timesheet;
  readonly after: Timesheet;
  readonly stored: readonly TimesheetLine[];
}

/**
 * A timesheet and its adjustments have at least 0 hours together, and if it has lines, of each day: whatever gives hours up is refused if
 * it would leave less. @throws InvalidRequest for what is sent, Conflict for what becomes of what is stored
 */
export async function refuseTakingTooMuch(transaction: Transaction, change: ChangeOfHours): Promise<void> {
  if (change.after.adjustsID === null) return;
  for (const group of GROUPS) {
    await refuseNegativeSum(transaction, change, group);
    await refuseNegativeDays(transaction, change, group);
  }
}

/** @param group in which others are counted */
const others = ({ id = 0, adjustsID }: Timesheet, group: Group): Sql =>
  sql`(t.id = ${adjustsID!} OR t.adjustsID = ${adjustsID!}) AND t.id <> ${id} AND ${group.where}`;

async function refuseNegativeSum({ em }: Transaction, { before, after }: ChangeOfHours, group: Group): Promise<void> {
  const [was, is] = [before, after].map((each) => (group.includes(each) ? each.hours : 0)) as [number, number];
  if (is >= was) return;
  const rest = await numberOf(em, sql`SELECT SUM(t.hours) FROM timesheet t WHERE ${others(after, group)}`);
  const left = roundToCents(sumOf([rest, is]));
  if (left < 0) throw tooMuch(before, after, '/hours', `${left} ${group.hours}`);
}

async function refuseNegativeDays(transaction: Transaction, { before, after, stored }: ChangeOfHours, group: Group): Promise<void> {
  const was = group.includes(before) ? stored : [];
  const is = group.includes(after) ? (after.preparedLines ?? []) : [];
  const days = new Set([...was, ...is].flatMap(({ day }) => (day ? [written(day)] : [])));
  const lowered = [...days].filter((day) => hoursOn(is, day) < hoursOn(was, day));
  if (lowered.length === 0) return;
  const rest = await hoursByDay(transaction, others(after, group));
  // of hours without lines, nobody knows the days
  if (![...rest.values()].some(({ timesheetIDs }) => timesheetIDs.includes(after.adjustsID!))) return;
  for (const day of lowered) {
    const left = roundToCents(sumOf([rest.get(day)?.hours ?? 0, hoursOn(is, day)]));
    if (left < 0) throw tooMuch(before, after, '/lines', `${left} ${group.hours} of ${day}`);
  }
}

function tooMuch(before: Timesheet, after: Timesheet, pointer: string, left: string): Problem {
  const together = `timesheet ${after.adjustsID} and its adjustments would have ${left}`;
  const isSent = before.statusID === after.statusID && before.deleted === after.deleted;
  if (isSent || before.id === undefined)
    return InvalidRequest.because([{ pointer, detail: `must not take away more than there is: ${together}` }]);
  return new Conflict(`Adjustments must not take away more than there is: ${together}. Change the others first.`);
}
