import { PayPeriod } from '../terms/numbers';
import { DAY_MS } from './moments';

const { Weekly, Fortnightly, FourWeekly, SemiMonthly, Monthly } = PayPeriod;

/** Days at 00:00Z, both included. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** What the periods of a placement follow. */
export interface PayCalendar {
  /** One of {@link PayPeriod}. */
  readonly periodID: number;
  /** A day in the first of the two or four weeks, of periods of several weeks. */
  readonly anchorDate?: Date | undefined;
  /** From 1, Monday, to 7, Sunday. */
  readonly firstDayOfWeek: number;
}

/** The anchor of periods of several weeks without one of their own: a Monday. */
export const DEFAULT_ANCHOR = new Date('2024-01-01T00:00:00.000Z');

const WEEKS: Readonly<Record<number, number>> = { [Weekly]: 1, [Fortnightly]: 2, [FourWeekly]: 4 };

export const addDays = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);
export const daysOf = ({ start, end }: Period): number => Math.round((end.getTime() - start.getTime()) / DAY_MS) + 1;
export const isWithin = (day: Date, { start, end }: Period): boolean => day >= start && day <= end;

/** Does the period consist of several weeks, so that it takes an anchor to know which ones belong together? */
export const needsAnchor = (periodID: number | null): boolean => (WEEKS[periodID ?? 0] ?? 1) > 1;

/** The period that a day belongs to. Each day belongs to exactly one. */
export function periodOf(day: Date, { periodID, anchorDate = DEFAULT_ANCHOR, firstDayOfWeek }: PayCalendar): Period {
  const weeks = WEEKS[periodID];
  if (weeks !== undefined) return weeksOf(day, weeks, startOfWeek(anchorDate, firstDayOfWeek));
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (periodID === Monthly) return { start: utcDay(year, month, 1), end: utcDay(year, month + 1, 0) };
  if (periodID !== SemiMonthly) return { start: day, end: day };
  return day.getUTCDate() <= 15
    ? { start: utcDay(year, month, 1), end: utcDay(year, month, 15) }
    : { start: utcDay(year, month, 16), end: utcDay(year, month + 1, 0) };
}

/** The part of a period from one day to another; undefined if nothing is left of it. */
export function cut({ start, end }: Period, from: Date | undefined, to: Date | undefined): Period | undefined {
  const part = { start: from && from > start ? from : start, end: to && to < end ? to : end };
  return part.start <= part.end ? part : undefined;
}

function weeksOf(day: Date, weeks: number, first: Date): Period {
  const length = weeks * 7;
  const passed = Math.floor((day.getTime() - first.getTime()) / DAY_MS / length);
  const start = addDays(first, passed * length);
  return { start, end: addDays(start, length - 1) };
}

const startOfWeek = (day: Date, firstDayOfWeek: number): Date => addDays(day, -((day.getUTCDay() - firstDayOfWeek + 7) % 7));

/** Months and days beyond their range count on: day 0 is the last one of the month before. */
const utcDay = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));
