import { DAY_MS } from '../../core/time/moments';
import { dayOf, instantOf, timeOfDay, wallTimeOf, type Instant, type WallTime } from '../../core/time/local-time';
import type { OffsetSchedule } from '../schedule/schedule';
import type { DateRule } from '../../core/fields/date-rule';

/** A date of a record: an instant, or a day stored as 00:00Z. */
export interface RecordDate {
  readonly at: Date;
  readonly isDay: boolean;
}

/** A period of time: `from` is exclusive, `to` inclusive. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

type DateDirection = Pick<DateRule, 'way' | 'everyYear'>;

/** When the event of the date occurs within the period; undefined if it does not. */
export function dueWithin(date: RecordDate, rule: DateDirection, schedule: OffsetSchedule, { from, to }: Period): Date | undefined {
  const dates = rule.everyYear ? anniversariesAround(date.at, from, to, schedule) : [date.at];
  const due = dates
    .map((at) => dueInstant({ ...date, at }, rule, schedule))
    .find((instant) => instant > from.getTime() && instant <= to.getTime());
  return due === undefined ? undefined : new Date(due);
}

/** The date plus or minus the offset of the schedule: days, weeks and months by the calendar of its zone, hours as elapsed time. */
export function dueInstant({ at, isDay }: RecordDate, { way }: DateDirection, { offset, at: time, timeZone }: OffsetSchedule): Instant {
  const amount = (way === 'before' ? -1 : 1) * offset.amount;
  if (offset.unit === 'hour') return (isDay ? instantOf(at.getTime(), timeZone) : at.getTime()) + amount * 3_600_000;
  const moved = addToWallTime(isDay ? at.getTime() : wallTimeOf(at.getTime(), timeZone), amount, offset.unit);
  const wall = time === undefined ? moved : Math.floor(moved / DAY_MS) * DAY_MS + timeOfDay(time);
  return instantOf(wall, timeZone);
}

function addToWallTime(wall: WallTime, amount: number, unit: 'day' | 'week' | 'month'): WallTime {
  if (unit !== 'month') return wall + amount * (unit === 'week' ? 7 : 1) * DAY_MS;
  const date = new Date(wall);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + amount, 1);
  const last = new Date(Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY_MS + (wall - Math.floor(wall / DAY_MS) * DAY_MS);
}

/** The anniversaries of a day that can be due in the period; in other years 29 February becomes the 28th. */
function anniversariesAround(day: Date, from: Date, to: Date, schedule: OffsetSchedule): Date[] {
  const years = maxLengthOf(schedule) / (365 * DAY_MS) + 1;
  const [first, last] = [Math.floor(from.getUTCFullYear() - years), Math.ceil(to.getUTCFullYear() + years)];
  return Array.from({ length: last - first + 1 }, (_, index) => anniversaryIn(day, first + index)).filter((date) => date >= day);
}

function anniversaryIn(day: Date, year: number): Date {
  const [month, date] = [day.getUTCMonth(), day.getUTCDate()];
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return new Date(Date.UTC(year, month, month === 1 && date === 29 && !isLeap ? 28 : date));
}

const UNIT_MS = { hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const;

/** The maximum length of the offset, in ms. */
const maxLengthOf = ({ offset }: OffsetSchedule): number => Math.abs(offset.amount) * UNIT_MS[offset.unit];

/** Zones and times of day move a date by less than two days, months differ by three. */
const SLACK = 3 * DAY_MS;

/** The range of dates that can be due in the period: a coarse filter for the database. */
export function candidateDates({ way }: DateDirection, schedule: OffsetSchedule, { from, to }: Period): Period {
  const { amount, unit } = schedule.offset;
  const shift = (way === 'before' ? 1 : -1) * amount * UNIT_MS[unit];
  const slack = SLACK + (unit === 'month' ? Math.abs(amount) * 3 * DAY_MS : 0);
  return { from: new Date(from.getTime() + shift - slack), to: new Date(to.getTime() + shift + slack) };
}

/** Whether any date can be due in the period: a day, or a date with a time of day, is due at that time of a day only. */
export function canBeDue(isDay: boolean, { offset, at, timeZone }: OffsetSchedule, { from, to }: Period): boolean {
  // a day and some hours is at another time of day where clocks change
  if (offset.unit === 'hour' || (at === undefined && !isDay)) return true;
  const time = at === undefined ? 0 : timeOfDay(at);
  for (let day = dayOf(wallTimeOf(from.getTime(), timeZone)); day <= wallTimeOf(to.getTime(), timeZone) + DAY_MS; day += DAY_MS) {
    const instant = instantOf(day + time, timeZone);
    if (instant > from.getTime() && instant <= to.getTime()) return true;
  }
  return false;
}

/** The days of the year (`MM-DD`) between two dates; undefined if there are too many to list. */
export function monthDays({ from, to }: Period): string[] | undefined {
  const days = Math.ceil((to.getTime() - from.getTime()) / DAY_MS) + 1;
  if (days > 180) return undefined;
  return [
    ...new Set(Array.from({ length: days }, (_, index) => new Date(from.getTime() + index * DAY_MS).toISOString().slice(5, 10))),
    '02-29',
  ];
}
