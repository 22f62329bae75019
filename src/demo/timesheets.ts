import {
  completeLine,
  dueDateOf,
  openPeriod,
  periodKeyOf,
  priceTimesheet,
  ratesOf,
  Timesheet,
  TimesheetLine,
  totalHours,
  type Placement,
} from '../placements';
import type { KindRates } from '../core/lookups';
import { RateKind, RateUnit, TimesheetStatus } from '../core/terms/numbers';
import { DAY_MS } from '../core/time/moments';
import { addDays, daysOf, periodOf, type PayCalendar, type Period } from '../core/time/pay-period';
import { keysOf, addMinutes, type DemoContext } from './demo-context';
import { demoRecord, type DemoRecords, type IdSequences } from './demo-record';
import { periodsOfFrequency } from './office';
import { AUSTRALIAN_DOLLAR } from './pay';
import type { Random } from './random';

const { Open, Submitted, Approved, Rejected, Paid } = TimesheetStatus;
const MONDAY = 1;
/** Three months. */
const WEEKS = 13;
const WORKING_DAYS = [1, 2, 3, 4, 5];

/** As they ship with the service. */
const KINDS: ReadonlyMap<number, KindRates> = new Map([
  [RateKind.Ordinary, { payMultiplier: 1, chargeMultiplier: 1, amount: null }],
  [RateKind.Overtime15, { payMultiplier: 1.5, chargeMultiplier: 1.5, amount: null }],
  [RateKind.Allowance, { payMultiplier: null, chargeMultiplier: null, amount: null }],
  [RateKind.Leave, { payMultiplier: 1, chargeMultiplier: 0, amount: null }],
]);

const calendarOf = ({ payFrequencyID }: Placement): PayCalendar => ({
  ...periodsOfFrequency(payFrequencyID ?? 0),
  firstDayOfWeek: MONDAY,
});

/** Up to where the service has made timesheets of a placement that has begun: those of the present period are there. */
export function timesheetsMadeTo({ today }: DemoContext, placement: Placement): Date | undefined {
  const { startDate } = placement;
  return startDate && startDate <= today ? periodOf(today, calendarOf(placement)).end : undefined;
}

/**
 * The timesheets of a placement for the last three months up to today or its end; the latest is not yet submitted. How many there are does
 * not depend on the day of the week: ids in the examples of the documentation are of timesheets in a certain status.
 */
export function* timesheetsOf(context: DemoContext, ids: IdSequences, placement: Placement): DemoRecords {
  const random = context.random('timesheets', placement.id);
  const calendar = calendarOf(placement);
  const [start, end] = [daysFrom(context, placement.startDate), placement.endDate ? daysFrom(context, placement.endDate) : 0];
  const length = daysOf(periodOf(context.today, calendar));
  let shown = 0;
  for (let offset = 0; offset > -WEEKS * 7 && offset >= start; offset -= length) {
    const period = offset > end ? undefined : openPeriod(context.day(offset), placement, calendar, []);
    if (period) yield* timesheetOf(context, { ids, placement, period, statusID: statusAt(shown++, random) });
  }
}

const daysFrom = ({ today }: DemoContext, day = today): number => Math.round((day.getTime() - today.getTime()) / DAY_MS);

const statusAt = (index: number, random: Random): number =>
  [Open, Submitted, random.weighted<number>([Approved, 4], [Rejected, 1]), Approved][index] ?? Paid;

interface Sheet {
  readonly ids: IdSequences;
  readonly placement: Placement;
  readonly period: Period;
  readonly statusID: number;
}

function* timesheetOf(context: DemoContext, sheet: Sheet): DemoRecords {
  const timesheet = blankTimesheet(context, sheet);
  yield* withLines(timesheet, linesOf(context, timesheet.id, sheet), sheet);
  if (timesheet.statusID === Paid && timesheet.id % 10 === 0) yield* adjustmentOf(context, timesheet, sheet);
}

/** Hours that were forgotten in a timesheet that is paid. */
function* adjustmentOf(context: DemoContext, { id }: Timesheet, sheet: Sheet): DemoRecords {
  const adjustment = Object.assign(blankTimesheet(context, { ...sheet, statusID: Approved }), {
    adjustsID: id,
    periodKey: null,
    dueDate: dueDateOf(context.day(-3)),
    createdDate: context.day(-3),
    updatedDate: context.day(-2),
    submittedDate: addMinutes(context.day(-3), 600),
    decidedDate: addMinutes(context.day(-2), 600),
    comments: 'Hours that were forgotten.',
  });
  yield* withLines(adjustment, [lineOn(sheet.period.start, { rateKindID: RateKind.Overtime15, hours: 2 })], sheet);
}

function blankTimesheet(context: DemoContext, { ids, placement, period, statusID }: Sheet): Timesheet {
  const { id: placementID, candidateID, ownerID } = placement;
  const id = ids.next('Timesheet');
  const timesheet = Object.assign(new Timesheet(), {
    id,
    ...keysOf('time', id),
    placementID,
    candidateID,
    statusID,
    adjustsID: null,
    periodStart: period.start,
    periodEnd: period.end,
    dueDate: dueDateOf(period.end),
    submittedDate: statusID === Open ? undefined : addMinutes(earlier(period.end, context.day(-1)), 9 * 60),
    decidedDate:
      statusID === Open || statusID === Submitted ? undefined : addMinutes(earlier(addDays(period.end, 1), context.day(-1)), 11 * 60),
    comments: statusID === Rejected ? 'Public holiday entered twice.' : null,
    createdByID: ownerID,
    createdDate: period.start,
    updatedByID: ownerID,
    updatedDate: period.start,
    deleted: false,
  });
  return Object.assign(timesheet, { periodKey: periodKeyOf(timesheet) });
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** The timesheet and its lines, completed and priced as the service does. */
function* withLines(timesheet: Timesheet, lines: readonly TimesheetLine[], { ids, placement, period }: Sheet): DemoRecords {
  const { hoursPerDay } = placement;
  const isAdjustment = timesheet.adjustsID !== null;
  const context = { kinds: KINDS, period, hoursPerDay, hoursPerDayOf: `placement ${placement.id}`, isAdjustment };
  const errors = lines.flatMap((line) => completeLine(line, context));
  if (errors.length > 0) throw new Error(`A timesheet of the demonstration data is wrong: ${JSON.stringify(errors)}.`);
  timesheet.hours = totalHours(lines);
  if (timesheet.statusID === Approved || timesheet.statusID === Paid) {
    priceTimesheet(timesheet, lines, KINDS, ratesOf(placement));
    timesheet.purchaseOrder = placement.purchaseOrder;
    timesheet.currencyID = AUSTRALIAN_DOLLAR;
  }
  yield demoRecord('Timesheet', timesheet);
  for (const [index, line] of lines.entries())
    yield demoRecord('TimesheetLine', { ...line, id: ids.next('TimesheetLine'), timesheetID: timesheet.id, position: index + 1 });
}

/** The working days of the period, up to yesterday if it is not over. */
function linesOf(context: DemoContext, id: number, { placement, period, statusID }: Sheet): TimesheetLine[] {
  const random = context.random('lines', id);
  const last = statusID === Open ? earlier(period.end, context.day(-1)) : period.end;
  const lines: TimesheetLine[] = [];
  for (let day = period.start; day <= last; day = addDays(day, 1))
    if (WORKING_DAYS.includes(day.getUTCDay())) lines.push(...linesOn(day, placement, random));
  return lines;
}

function linesOn(day: Date, { rateUnits }: Placement, random: Random): TimesheetLine[] {
  const isLeave = random.chance(0.03);
  if (rateUnits !== RateUnit.Hour) return [lineOn(day, { days: 1, rateKindID: isLeave ? RateKind.Leave : RateKind.Ordinary })];
  if (isLeave) return [lineOn(day, { rateKindID: RateKind.Leave, hours: 7.6, notes: 'Annual leave.' })];
  const lines = [lineOn(day, { startTime: '07:00', endTime: '15:06', breakMinutes: 30 })];
  if (random.chance(0.1))
    lines.push(lineOn(day, { rateKindID: RateKind.Overtime15, startTime: '15:06', endTime: '17:06', notes: 'Concrete pour.' }));
  if (random.chance(0.05)) lines.push(lineOn(day, { rateKindID: RateKind.Allowance, amount: 18.5, notes: 'Meal.' }));
  return lines;
}

const NO_WORK = {
  rateKindID: RateKind.Ordinary,
  hours: 0,
  days: 0,
  startTime: null,
  endTime: null,
  breakMinutes: 0,
  amount: 0,
  notes: null,
};

const lineOn = (day: Date, work: Partial<TimesheetLine>): TimesheetLine => Object.assign(new TimesheetLine(), { ...NO_WORK, day, ...work });
