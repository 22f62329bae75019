import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { Conflict, InvalidRequest } from '../../http';
import { sql } from '../../query';
import { mustBeOnCourse, refuseUnset, ruledBy, type Course } from '../../records';
import { Event } from '../../terms/events';
import { TimesheetStatus } from '../../terms/numbers';
import { mustBeApproved } from '../approved-placement';
import type { Timesheet } from './timesheet.entity';
import { timesheets } from './timesheets.records';

const { Open, Submitted, Approved, Rejected, Paid } = TimesheetStatus;

/** A submitted one can be taken back, a rejected one corrected; what is approved is paid. */
export const TIMESHEET_COURSE: Course<'statusID'> = {
  field: 'statusID',
  list: 'timesheetStatus',
  moves: { [Open]: [Submitted], [Submitted]: [Open, Approved, Rejected], [Approved]: [Paid], [Rejected]: [Open, Submitted], [Paid]: [] },
};
const EVENTS: Readonly<Record<number, number>> = {
  [Submitted]: Event.TimesheetSubmitted,
  [Approved]: Event.TimesheetApproved,
  [Rejected]: Event.TimesheetRejected,
};
/** What somebody is paid by. */
const PAID_BY = ['placementID', 'periodStart', 'periodEnd', 'hours'] as const;

ruledBy<Timesheet>(timesheets, {
  start(_, timesheet) {
    timesheet.statusID ??= Open;
  },
  async prepare(unit, before, after) {
    await followPlacement(unit, before, after);
    refuseUnset(before, after, 'placementID');
    refuseEndBeforeStart(after);
    await mustBeOnCourse(unit, timesheets, TIMESHEET_COURSE, before, after);
    refuseChangeOfApproved(before, after);
    if (before.statusID !== after.statusID) stampCourse(unit, after);
  },
  events: (_, before, after) => (before?.statusID === after.statusID ? [] : [EVENTS[after.statusID ?? 0] ?? []].flat()),
});

/** @throws InvalidRequest when the candidate is another than that of the placement, PlacementNotApproved */
async function followPlacement(unit: Unit, before: Timesheet, after: Timesheet): Promise<void> {
  const isMoved = before.placementID !== after.placementID;
  if (after.placementID === null || (!isMoved && before.candidateID === after.candidateID)) return;
  if (isMoved) await mustBeApproved(unit, after.placementID);
  const [row] = await rows(unit.em, sql`SELECT candidateID FROM placement WHERE id = ${after.placementID}`);
  const candidateID = (row?.[0] ?? null) as number | null;
  if (isMoved && before.candidateID === after.candidateID) after.candidateID = candidateID;
  if (after.candidateID !== candidateID)
    throw InvalidRequest.because([
      { pointer: '/candidateID', detail: `must be ${candidateID ?? 0}, that of the placement ${after.placementID}, or be left out` },
    ]);
}

function refuseEndBeforeStart({ periodStart, periodEnd }: Timesheet): void {
  if (periodStart && periodEnd && periodEnd < periodStart)
    throw InvalidRequest.because([{ pointer: '/periodEnd', detail: 'must not be before periodStart' }]);
}

function refuseChangeOfApproved(before: Timesheet, after: Timesheet): void {
  if (before.statusID !== Approved && before.statusID !== Paid) return;
  const changed = PAID_BY.filter((field) => before[field]?.valueOf() !== after[field]?.valueOf());
  if (changed.length > 0) throw new Conflict(`The timesheet ${before.id} is approved: its ${changed.join(', ')} can no longer be changed.`);
}

function stampCourse({ now }: Unit, timesheet: Timesheet): void {
  const { statusID } = timesheet;
  if (statusID === Submitted) timesheet.submittedDate = now;
  if (statusID === Approved || statusID === Rejected) timesheet.decidedDate = now;
  if (statusID === Open || statusID === Submitted) timesheet.decidedDate = undefined;
  if (statusID === Open) timesheet.submittedDate = undefined;
}
