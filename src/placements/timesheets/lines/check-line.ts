import type { KindRates } from '../../../core/lookups';
import type { ValidationError } from '../../../core/problems';
import { RateKind } from '../../../core/terms/numbers';
import { isWithin, type Period } from '../../../core/time/pay-period';
import { written } from '../periods/placement-calendar';
import type { TimesheetLine } from '../timesheet.entity';
import { hasTwoDecimals, hoursOfDays, hoursOfMinutes, minutesBetween } from './line-hours';

/** What a line is checked against. */
export interface LineContext {
  readonly kinds: ReadonlyMap<number, KindRates>;
  readonly period: Period;
  readonly hoursPerDay: number;
  /** What has these: the placement, or the timesheet that is corrected. */
  readonly hoursPerDayOf: string;
  /** Does it correct another timesheet, so that its values may be negative? */
  readonly isAdjustment: boolean;
}

const MOST_HOURS = 24;

/** Sets the kind, hours and amount of a line where they follow from others. @returns what is wrong with it, without its position */
export function completeLine(line: TimesheetLine, context: LineContext): ValidationError[] {
  line.rateKindID ??= RateKind.Ordinary;
  const kind = context.kinds.get(line.rateKindID);
  if (!kind) return [{ pointer: '/rateKindID', detail: 'must be the id of an entry in the lookup list rateKind' }];
  return [...dayErrors(line, context), ...(kind.payMultiplier === null ? setAmount(line, kind, context) : setHours(line, context))];
}

function dayErrors({ day }: TimesheetLine, { period }: LineContext): ValidationError[] {
  if (!day) return [{ pointer: '/day', detail: 'is required' }];
  const detail = `must be from ${written(period.start)} to ${written(period.end)}, the period of the timesheet`;
  return isWithin(day, period) ? [] : [{ pointer: '/day', detail }];
}

const TIMED = ['startTime', 'endTime', 'breakMinutes'] as const;
const WORKED = ['hours', 'days', ...TIMED] as const;

function setAmount(line: TimesheetLine, kind: KindRates, { isAdjustment }: LineContext): ValidationError[] {
  const worked = WORKED.filter((name) => line[name]);
  if (worked.length > 0)
    return worked.map((name) => ({
      pointer: `/${name}`,
      detail: `must be omitted: lines of the rate kind ${line.rateKindID} have an amount`,
    }));
  line.amount ||= kind.amount ?? 0;
  if (line.amount === 0) return [{ pointer: '/amount', detail: `is required: the rate kind ${line.rateKindID} has none of its own` }];
  return rangeErrors('/amount', line.amount, isAdjustment);
}

function setHours(line: TimesheetLine, context: LineContext): ValidationError[] {
  if (line.amount !== 0)
    return [
      { pointer: '/amount', detail: `must be omitted: the rate kind ${line.rateKindID} has multipliers, and its lines have hours or days` },
    ];
  const follows = hoursOf(line, context);
  if (Array.isArray(follows)) return follows;
  if (line.hours !== 0 && line.hours !== follows.hours)
    return [{ pointer: '/hours', detail: `must be ${follows.hours}, which follows from ${follows.from}, or be omitted` }];
  line.hours = follows.hours;
  if (line.hours === 0) return [{ pointer: '/hours', detail: 'is required: hours, days, or startTime and endTime' }];
  return line.days === 0
    ? rangeErrors('/hours', line.hours, context.isAdjustment, MOST_HOURS)
    : rangeErrors('/days', line.days, context.isAdjustment, 1);
}

/** The hours of a line and from what they follow. @returns errors instead if they cannot be told */
function hoursOf(line: TimesheetLine, { hoursPerDay, hoursPerDayOf }: LineContext): { hours: number; from: string } | ValidationError[] {
  const { startTime, endTime, breakMinutes, days } = line;
  if (startTime || endTime || breakMinutes) return hoursOfTimes(line);
  if (days === 0) return { hours: line.hours, from: 'itself' };
  if (hoursPerDay === 0)
    return [{ pointer: '/days', detail: `requires the hoursPerDay of ${hoursPerDayOf}, which is 0: send hours instead` }];
  return { hours: hoursOfDays(days, hoursPerDay), from: `days and the hoursPerDay of ${hoursPerDayOf}, ${hoursPerDay}` };
}

function hoursOfTimes({ startTime, endTime, breakMinutes, days }: TimesheetLine): { hours: number; from: string } | ValidationError[] {
  if (!startTime) return [{ pointer: '/startTime', detail: 'is required with an endTime or a break' }];
  if (!endTime) return [{ pointer: '/endTime', detail: 'is required with a startTime' }];
  if (days !== 0) return [{ pointer: '/days', detail: 'must be omitted: the hours follow from startTime and endTime' }];
  const minutes = minutesBetween(startTime, endTime, breakMinutes);
  if (minutes <= 0) return [{ pointer: '/breakMinutes', detail: 'must be shorter than the time from startTime to endTime' }];
  return { hours: hoursOfMinutes(minutes), from: 'startTime, endTime and breakMinutes' };
}

function rangeErrors(pointer: string, value: number, isAdjustment: boolean, most = Number.MAX_VALUE): ValidationError[] {
  if (!hasTwoDecimals(value)) return [{ pointer, detail: 'must have at most two decimals' }];
  if (!isAdjustment && value < 0) return [{ pointer, detail: 'must be more than 0: only adjustments take something away' }];
  return Math.abs(value) > most ? [{ pointer, detail: `must be at most ${most}` }] : [];
}
