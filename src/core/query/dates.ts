import { DateTime } from 'luxon';
import type { Field } from '../fields/field';
import { dayRule } from '../fields/value-rules';
import { spanOfDay } from '../time/day';
import { sqlMoment } from '../sql/sql';
import { DAY_MS, isBareDate, parseMoment } from '../time/moments';
import type { CalendarDay, RelativeDate, TimeSpan } from './tree';

/** The time of a query, and the IANA zone whose days its dates are. */
export interface QueryTime {
  readonly now: Date;
  readonly timeZone: string;
}

/** Does the field keep days (at 00:00Z) rather than instants? */
export const storesDays = (field: Field): boolean => field.parse === dayRule.parse;

/**
 * What a written date stands for: an instant; a bare date the whole of that day in the time zone of the query; and any date where the
 * field keeps days, that day as it is written. So `=` asks for the day, `<=` and the upper end of `between` include it, `>` comes after it.
 * @returns null for the date that means unset, undefined for what is no date
 */
export function absoluteSpan(text: string, field: Field): TimeSpan | CalendarDay | null | undefined {
  const moment = parseMoment(text);
  if (!moment) return moment;
  if (storesDays(field)) return utcDay(text.slice(0, 10));
  return isBareDate(text) ? { day: text } : { from: moment, to: moment };
}

/**
 * What a relative date stands for at the present. Minutes and hours lead to an instant; days and longer units to the
 * whole of a calendar day in the time zone: `{"amount": 0, "unit": "day"}` is today, -1 month the same day of the last
 * month (or its last day). Where the field keeps days, that day is compared as it is written.
 */
export function relativeSpan({ amount, unit }: RelativeDate, field: Field, present: QueryTime): TimeSpan {
  const moment = localNow(present).plus({ [unit]: amount });
  if (unit === 'minute' || unit === 'hour') return { from: moment.toJSDate(), to: moment.toJSDate() };
  if (storesDays(field)) return utcDay(moment.toFormat('yyyy-MM-dd'));
  return { from: moment.startOf('day').toJSDate(), to: moment.endOf('day').toJSDate() };
}

/** The whole of a day in the time zone. */
export const daySpan = ({ day }: CalendarDay, { timeZone }: QueryTime): TimeSpan => spanOfDay(day, timeZone);

/** The months and days (`MM-dd`) whose anniversary falls so many days from today; 29 February falls on the 28th in other years. */
export function anniversaries(days: number, present: QueryTime): string[] {
  const day = localNow(present).plus({ days });
  const date = day.toFormat('MM-dd');
  return date === '02-28' && !day.isInLeapYear ? [date, '02-29'] : [date];
}

/** An anniversary of an instant is looked for in so many years before and after the present one, since no rule of clocks is for ever. */
const YEARS = { past: 80, coming: 20 };

/** Instants of some years, by what follows the year in their stored text: month, day and time in UTC. */
export interface YearlySpan {
  readonly from: string;
  readonly to: string;
  readonly years: readonly string[];
}

/**
 * The instants on days whose anniversary falls so many days from today. Years in which the day begins and ends at the same time in UTC
 * share a span: clocks hardly ever differ in more than two ways, so a filter compares its field a few times, not once for each year.
 */
export function anniversarySpans(days: number, present: QueryTime): YearlySpan[] {
  const spans = new Map<string, { from: string; to: string; years: string[] }>();
  for (const { from, to } of anniversaryDays(days, present).flatMap(withinYears)) {
    const [first, last] = [sqlMoment(from), sqlMoment(to)];
    const key = first.slice(YEAR_LENGTH) + last.slice(YEAR_LENGTH);
    const span = spans.get(key) ?? { from: first.slice(YEAR_LENGTH), to: last.slice(YEAR_LENGTH), years: [] };
    span.years.push(first.slice(0, YEAR_LENGTH));
    spans.set(key, span);
  }
  return [...spans.values()];
}

/** A stored moment begins with its year, in so many characters. */
export const YEAR_LENGTH = 4;

/** Divides a span at New Year in UTC, which may fall within a day of another time zone. */
function withinYears({ from, to }: TimeSpan): TimeSpan[] {
  const newYear = new Date(Date.UTC(to.getUTCFullYear(), 0));
  if (from >= newYear) return [{ from, to }];
  return [
    { from, to: new Date(newYear.getTime() - 1) },
    { from: newYear, to },
  ];
}

function anniversaryDays(days: number, present: QueryTime): TimeSpan[] {
  const { year } = localNow(present);
  const years = Array.from({ length: YEARS.past + 1 + YEARS.coming }, (_, index) => year - YEARS.past + index);
  const written = anniversaries(days, present).flatMap((day) => years.map((each) => `${each}-${day}`));
  return written.filter((day) => DateTime.fromISO(day).isValid).map((day) => daySpan({ day }, present));
}

/** The same moments in as few spans as there can be: the days of a week are one, which a database finds along a key at once. */
export function joinedSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const last = joined.at(-1);
    if (!last || span.from.getTime() > last.to.getTime() + 1) joined.push(span);
    else if (span.to > last.to) joined.splice(-1, 1, { from: last.from, to: span.to });
  }
  return joined;
}

const localNow = ({ now, timeZone }: QueryTime): DateTime => DateTime.fromJSDate(now, { zone: timeZone });

function utcDay(day: string): TimeSpan {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS - 1) };
}
