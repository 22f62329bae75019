import type { Transaction } from '../../../core/database';
import { Conflict, InvalidRequest, type ProblemKind } from '../../../core/problems';
import { cut, isWithin, type Period } from '../../../core/time/pay-period';
import type { Placement } from '../../placement.entity';
import type { Timesheet } from '../timesheet.entity';
import { calendarOf, openPeriod, overlaps, periodsOf, written, type TimesheetPeriod } from './placement-calendar';

/** The placement has a timesheet for these days. */
export class TimesheetExists extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/timesheet-exists',
    status: 409,
    title: 'There is a timesheet for this period',
    meaning: 'A placement has one timesheet for each period, and there is one already; its id is in timesheetIDs.',
    remedy: 'Change that timesheet, correct it by an adjustment if it is approved, or choose another period.',
  };

  constructor(placementID: number, { id, start, end }: TimesheetPeriod) {
    super(
      `Timesheet ${id} of placement ${placementID} is from ${written(start)} to ${written(end)}: change that one, or delete it if it is not approved.`,
    );
    Object.assign(this, { members: { timesheetIDs: [id] } });
  }
}

/** What tells the period of a timesheet that has none: the day of a line, or else today. */
export interface DayOfPeriod {
  readonly day: Date;
  /** Where the body has it. */
  readonly pointer: string;
}

/**
 * Sets the period of a timesheet, or checks the one that it is given. Without a pay frequency, any period within the placement is taken.
 * @param placement locked
 * @throws TimesheetExists, InvalidRequest
 */
export async function setPeriod({ em }: Transaction, timesheet: Timesheet, placement: Placement, otherwise: DayOfPeriod): Promise<void> {
  const { periodStart, periodEnd } = timesheet;
  refuseEndBeforeStart(timesheet);
  const others = await periodsOf(em, placement.id, timesheet.id);
  const given = periodStart && periodEnd ? { start: periodStart, end: periodEnd } : undefined;
  const day = periodStart ?? periodEnd ?? otherwise.day;
  const taken = others.find((each) => (given ? overlaps(each, given) : isWithin(day, each)));
  if (taken) throw new TimesheetExists(placement.id, taken);
  const pointer = periodStart ? '/periodStart' : periodEnd ? '/periodEnd' : otherwise.pointer;
  if (given && placement.payFrequencyID === null) return refuseOutside(given, placement);
  const period = openPeriod(day, placement, await calendarOf(em, placement), others);
  if (!period) throw InvalidRequest.because([{ pointer, detail: `must be a day of placement ${placement.id}, ${rangeOf(placement)}` }]);
  if (given) refuseOther(given, period);
  timesheet.periodStart = period.start;
  timesheet.periodEnd = period.end;
}

/** Leaves out the days of the period that are no longer in the placement, unless it would leave none. */
export function cutPeriod(timesheet: Timesheet, { startDate, endDate }: Placement): void {
  const { periodStart, periodEnd, adjustsID } = timesheet;
  if (!periodStart || !periodEnd || adjustsID !== null) return;
  const left = cut({ start: periodStart, end: periodEnd }, startDate, endDate);
  timesheet.periodStart = left?.start ?? periodStart;
  timesheet.periodEnd = left?.end ?? periodEnd;
}

/** The period of a timesheet that is restored is found anew: dates and pay frequency of its placement may have changed meanwhile. */
export function forgetPeriod(timesheet: Timesheet, placement: Placement): void {
  cutPeriod(timesheet, placement);
  if (placement.payFrequencyID !== null) timesheet.periodEnd = undefined;
}

function refuseEndBeforeStart({ periodStart, periodEnd }: Timesheet): void {
  if (periodStart && periodEnd && periodEnd < periodStart)
    throw InvalidRequest.because([{ pointer: '/periodEnd', detail: 'must not be before periodStart' }]);
}

function refuseOutside({ start, end }: Period, placement: Placement): void {
  const { startDate, endDate } = placement;
  const detail = `must be a day of placement ${placement.id}, ${rangeOf(placement)}`;
  const errors = [
    ...(startDate && start < startDate ? [{ pointer: '/periodStart', detail }] : []),
    ...(endDate && end > endDate ? [{ pointer: '/periodEnd', detail }] : []),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

/** A period that is given must be that of the placement. */
function refuseOther(given: Period, period: Period): void {
  const errors = [
    { pointer: '/periodStart', was: given.start, is: period.start },
    { pointer: '/periodEnd', was: given.end, is: period.end },
  ]
    .filter(({ was, is }) => was.getTime() !== is.getTime())
    .map(({ pointer, is }) => ({
      pointer,
      detail: `must be ${written(is)}, or be omitted: the period of the placement is from ${written(period.start)} to ${written(period.end)}`,
    }));
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

function rangeOf({ startDate, endDate }: Placement): string {
  const from = startDate ? `which begins on ${written(startDate)}` : 'which has no startDate';
  return endDate ? `${from} and ends on ${written(endDate)}` : from;
}
