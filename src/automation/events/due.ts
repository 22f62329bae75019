import { DAY_MS } from '../../time/moments';
import { instantOf, timeOfDay, wallTimeOf, type Instant, type WallTime } from '../schedule/local-time';
import type { OffsetSchedule } from '../schedule/schedule';
import type { DateRule } from '../catalogue/date-rules';

/** A date of a record: an instant, or a day kept at 00:00Z. */
export interface RecordDate {
  readonly at: Date;
  readonly isDay: boolean;
}

/** A period of time: after `from`, up to `to` and with it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

type Way = Pick<DateRule, 'way' | 'everyYear'>;

/** When the event of a date comes about that falls into the period; undefined when it does not. */
export function dueWithin(date: RecordDate, rule: Way, schedule: OffsetSchedule, { from, to }: Period): Date | undefined {
  const dates = rule.everyYear ? anniversariesAround(date.at, from, to, schedule) : [date.at];
  const due = dates
    .map((at) => dueOf({ ...date, at }, rule, schedule))
    .find((instant) => instant > from.getTime() && instant <= to.getTime());
  return due === undefined ? undefined : new Date(due);
}

/** So long before or after the date as the schedule says, by the calendar of its zone; hours as they pass. */
export function dueOf({ at, isDay }: RecordDate, { way }: Way, { offset, at: time, timeZone }: OffsetSchedule): Instant {
  const amount = (way === 'before' ? -1 : 1) * offset.amount;
  if (offset.unit === 'hour') return (isDay ? instantOf(at.getTime(), timeZone) : at.getTime()) + amount * 3_600_000;
  const moved = movedBy(isDay ? at.getTime() : wallTimeOf(at.getTime(), timeZone), amount, offset.unit);
  const wall = time === undefined ? moved : Math.floor(moved / DAY_MS) * DAY_MS + timeOfDay(time);
  return instantOf(wall, timeZone);
}

function movedBy(wall: WallTime, amount: number, unit: 'day' | 'week' | 'month'): WallTime {
  if (unit !== 'month') return wall + amount * (unit === 'week' ? 7 : 1) * DAY_MS;
  const date = new Date(wall);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + amount, 1);
  const last = new Date(Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY_MS + (wall - Math.floor(wall / DAY_MS) * DAY_MS);
}

/** The anniversaries of a day that can be due in the period; 29 February falls on the 28th in other years. */
function anniversariesAround(day: Date, from: Date, to: Date, schedule: OffsetSchedule): Date[] {
  const reach = widthOf(schedule) / (365 * DAY_MS) + 1;
  const [first, last] = [Math.floor(from.getUTCFullYear() - reach), Math.ceil(to.getUTCFullYear() + reach)];
  return Array.from({ length: last - first + 1 }, (_, index) => anniversaryIn(day, first + index)).filter((date) => date >= day);
}

function anniversaryIn(day: Date, year: number): Date {
  const [month, date] = [day.getUTCMonth(), day.getUTCDate()];
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return new Date(Date.UTC(year, month, month === 1 && date === 29 && !isLeap ? 28 : date));
}

const MILLISECONDS = { hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const;

/** The offset at its longest. */
const widthOf = ({ offset }: OffsetSchedule): number => Math.abs(offset.amount) * MILLISECONDS[offset.unit];

/** Zones and times of day move a date by less than two days, months differ by three. */
const SLACK = 3 * DAY_MS;

/** Between which dates those lie that can be due in the period: a first choice for the database. */
export function datesFor({ way }: Way, schedule: OffsetSchedule, { from, to }: Period): Period {
  const { amount, unit } = schedule.offset;
  const shift = (way === 'before' ? 1 : -1) * amount * MILLISECONDS[unit];
  const slack = SLACK + (unit === 'month' ? Math.abs(amount) * 3 * DAY_MS : 0);
  return { from: new Date(from.getTime() + shift - slack), to: new Date(to.getTime() + shift + slack) };
}

/** The months and days (`MM-DD`) between two dates; undefined for all of them. */
export function monthDays({ from, to }: Period): string[] | undefined {
  const days = Math.ceil((to.getTime() - from.getTime()) / DAY_MS) + 1;
  if (days > 180) return undefined;
  return [
    ...new Set(Array.from({ length: days }, (_, index) => new Date(from.getTime() + index * DAY_MS).toISOString().slice(5, 10))),
    '02-29',
  ];
}
