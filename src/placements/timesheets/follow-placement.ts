import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { Conflict, type ProblemKind } from '../../core/problems';
import { change, isoOf, remove } from '../../core/records';
import { sql, sqlMoment, type Sql } from '../../core/sql';
import { PlacementType, TimesheetStatus } from '../../core/terms/numbers';
import { addDays, type Period } from '../../core/time/pay-period';
import type { Placement } from '../placement.entity';
import { isApproved, isLive } from '../placement.transitions';
import { calendarOf, openPeriod, overlaps, periodsOf, written } from './periods/placement-calendar';
import { timesheets } from './timesheets.records';

const { Open, Submitted, Approved, Rejected, Paid } = TimesheetStatus;

/** Who worked, for whom and at what rates. */
const FIXED_FIELDS = ['candidateID', 'jobID', 'clientID', 'payRate', 'onCosts', 'chargeRate', 'rateUnits', 'typeID'] as const;

/** As many as a problem lists. */
const MOST_NAMED = 20;

/** Approved timesheets do not change, and neither does what they depend on in their placement. */
export class HasApprovedTimesheets extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/approved-timesheets',
    status: 409,
    title: 'The placement has approved timesheets',
    meaning:
      'Approved timesheets do not change, and neither does what they depend on in their placement. Some of them are in timesheetIDs.',
    remedy:
      'Correct hours by an adjustment (POST /api/Timesheets/{id}/Adjustments), or reopen the timesheets first if they have not been paid.',
  };

  constructor(detail: string, ids: readonly number[]) {
    super(detail);
    Object.assign(this, { members: { timesheetIDs: ids.slice(0, MOST_NAMED) } });
  }
}

/** @throws HasApprovedTimesheets that says what to do instead; Conflict for days with hours that would fall outside */
export async function refuseChangeUnderTimesheets({ em }: Transaction, before: Placement, after: Placement): Promise<void> {
  if (before.id === undefined) return;
  const changed = FIXED_FIELDS.filter((name) => before[name] !== after[name] && isFixed(name, before, after));
  const refusal = refusalOf(before, after, changed);
  if (refusal !== undefined) await refuseWithApproved(em, after, refusal);
  if (isCut(before, after)) await refuseWorkOutside(em, after);
}

/** Not the type of what is no permanent placement, nor a client that was still to be set. */
function isFixed(name: (typeof FIXED_FIELDS)[number], before: Placement, after: Placement): boolean {
  if (name === 'typeID') return after.typeID === PlacementType.Permanent;
  return name !== 'clientID' || before.clientID !== null;
}

/** Why a change is refused if there are approved timesheets, as the end of a sentence; undefined if it is not. */
function refusalOf(before: Placement, after: Placement, changed: readonly string[]): string | undefined {
  if (after.deleted && !before.deleted) return 'it cannot be deleted';
  if (isApproved(before) && !isApproved(after)) return 'it stays approved';
  return changed.length > 0 ? `its ${changed.join(', ')} can no longer be changed` : undefined;
}

const isCut = (before: Placement, after: Placement): boolean =>
  before.startDate?.getTime() !== after.startDate?.getTime() || before.endDate?.getTime() !== after.endDate?.getTime();

type EM = Transaction['em'];

async function refuseWithApproved(em: EM, { id }: Placement, refusal: string): Promise<void> {
  const found = await rows(
    em,
    sql`SELECT id FROM timesheet WHERE placementID = ${id} AND deleted = 0 AND statusID IN (${Approved}, ${Paid})
      ORDER BY id`,
  );
  if (found.length === 0) return;
  const ids = found.map(([timesheetID]) => Number(timesheetID));
  throw new HasApprovedTimesheets(
    `Placement ${id} has approved timesheets, ${listed(ids)}: ${refusal}. ` +
      `End it (POST /api/Placements/${id}/End) and create another placement for what is different, ` +
      'or reopen its timesheets first (POST /api/Timesheets/{id}/Reopen).',
    ids,
  );
}

const listed = (ids: readonly number[]): string =>
  ids.length > MOST_NAMED ? `${ids.slice(0, MOST_NAMED).join(', ')} and ${ids.length - MOST_NAMED} more` : ids.join(', ');

/**
 * The first and the last day that must stay in the placement. Nobody knows of which days of the period hours without lines are:
 * it is enough that its end is not before the placement, and its start not behind it.
 */
interface WorkedPeriod extends Period {
  readonly id: number;
  readonly isApproved: boolean;
}

async function refuseWorkOutside(em: EM, { id, startDate, endDate }: Placement): Promise<void> {
  for (const { id: timesheetID, start, end, isApproved } of await workedPeriods(em, id)) {
    const day = startDate && start < startDate ? start : endDate && end > endDate ? end : undefined;
    if (!day) continue;
    const problem = `Timesheet ${timesheetID} of placement ${id} is for ${written(day)}, which would be outside of the placement:`;
    if (!isApproved) throw new Conflict(`${problem} remove its hours of that day, or delete it, first.`);
    const advice = `Choose a date that includes the day, or reopen it first (POST /api/Timesheets/${timesheetID}/Reopen).`;
    throw new HasApprovedTimesheets(`${problem} it is approved. ${advice}`, [timesheetID]);
  }
}

async function workedPeriods(em: EM, placementID: number): Promise<WorkedPeriod[]> {
  const lineDay = (pick: 'MIN' | 'MAX'): Sql =>
    pick === 'MIN'
      ? sql`(SELECT MIN(l.day) FROM timesheet_line l WHERE l.timesheetID = t.id)`
      : sql`(SELECT MAX(l.day) FROM timesheet_line l WHERE l.timesheetID = t.id)`;
  const isFixed = sql`t.statusID IN (${Approved}, ${Paid})`;
  const found = await rows(
    em,
    sql`SELECT t.id, CASE WHEN ${isFixed} THEN 1 ELSE 0 END, COALESCE(${lineDay('MIN')}, t.periodEnd), COALESCE(${lineDay('MAX')}, t.periodStart)
      FROM timesheet t WHERE t.placementID = ${placementID} AND t.deleted = 0 AND t.periodStart IS NOT NULL AND t.periodEnd IS NOT NULL
      AND (${isFixed} OR t.hours <> 0 OR EXISTS (SELECT 1 FROM timesheet_line l WHERE l.timesheetID = t.id)) ORDER BY t.id`,
  );
  return found.map(([id, isApproved, start, end]) => ({
    id: id as number,
    isApproved: Number(isApproved) === 1,
    start: new Date(isoOf(start as string)),
    end: new Date(isoOf(end as string)),
  }));
}

/** Timesheets that are not approved follow their placement: its candidate, its dates, and its end. */
export async function updateTimesheets(transaction: Transaction, before: Placement, after: Placement): Promise<void> {
  if (before.id === undefined) return;
  if (isLive(before) && !isLive(after)) await removeEmpty(transaction, after);
  else if (isCut(before, after)) await followDates(transaction, after);
  if (before.candidateID === after.candidateID) return;
  for (const id of await unapprovedOf(transaction.em, after)) await change(transaction, timesheets, id, { candidateID: after.candidateID });
}

async function unapprovedOf(em: EM, { id }: Placement, only: Sql = sql`1 = 1`): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT id FROM timesheet WHERE placementID = ${id} AND deleted = 0
      AND statusID IN (${Open}, ${Submitted}, ${Rejected}) AND ${only} ORDER BY id`,
  );
  return found.map(([timesheetID]) => timesheetID as number);
}

const EMPTY = sql`hours = 0 AND statusID = ${Open} AND NOT EXISTS (SELECT 1 FROM timesheet_line l WHERE l.timesheetID = timesheet.id)`;

/** Nobody has to submit what was not worked. */
async function removeEmpty(transaction: Transaction, placement: Placement): Promise<void> {
  const periods = await periodsOf(transaction.em, placement.id);
  const ids = await unapprovedOf(transaction.em, placement, EMPTY);
  for (const id of ids) await remove(transaction, timesheets, id);
  await makeAgain(
    transaction,
    placement,
    periods.filter(({ id }) => ids.includes(id)),
  );
}

/** What nobody but the service has removed is due again when the placement covers its period again. @param removed by their first day */
async function makeAgain({ em }: Transaction, { id }: Placement, [first]: readonly Period[]): Promise<void> {
  if (!first) return;
  const day = sqlMoment(addDays(first.start, -1));
  await execute(em, sql`UPDATE placement SET timesheetsTo = ${day} WHERE id = ${id} AND timesheetsTo > ${day}`);
}

async function followDates(transaction: Transaction, placement: Placement): Promise<void> {
  const { em } = transaction;
  const calendar = await calendarOf(em, placement);
  const movable = await unapprovedOf(em, placement, sql`adjustsID IS NULL`);
  const removed: Period[] = [];
  for (const { id, start, end } of (await periodsOf(em, placement.id)).filter(({ id }) => movable.includes(id))) {
    const others = await periodsOf(em, placement.id, id);
    if (others.some((each) => overlaps(each, { start, end }))) continue;
    const day = placement.startDate && placement.startDate > start && placement.startDate <= end ? placement.startDate : start;
    const period = openPeriod(day, placement, calendar, others);
    if (period) await change(transaction, timesheets, id, { periodStart: period.start.toISOString(), periodEnd: period.end.toISOString() });
    else {
      await remove(transaction, timesheets, id);
      removed.push({ start, end });
    }
  }
  const { endDate } = placement;
  // an earlier start makes all of them due by itself
  await makeAgain(
    transaction,
    placement,
    removed.filter(({ start }) => endDate && start > endDate),
  );
}
