import type { EntityManager } from 'typeorm';
import { payPeriodsOf } from '../../../configuration';
import { rows } from '../../../core/database/rows';
import { isoOf } from '../../../core/records';
import { sql } from '../../../core/sql';
import { PayPeriod } from '../../../core/terms/numbers';
import { addDays, cut, isWithin, periodOf, type PayCalendar, type Period } from '../../../core/time/pay-period';
import { firstDayOfWeek } from '../../../divisions';
import type { Placement } from '../../placement.entity';

/** A timesheet and its period. */
export interface TimesheetPeriod extends Period {
  readonly id: number;
}

/** The periods of a placement by its pay frequency and the week of its division; weeks without a pay frequency. */
export async function calendarOf(em: EntityManager, { payFrequencyID, division }: Placement): Promise<PayCalendar> {
  const periods = payFrequencyID === null ? { periodID: PayPeriod.Weekly } : await payPeriodsOf(em, payFrequencyID);
  return { ...periods, firstDayOfWeek: await firstDayOfWeek(em, division) };
}

/** The live timesheets of a placement that have a period, but for adjustments. The placement must be locked. */
export async function periodsOf(em: EntityManager, placementID: number, exceptID = 0): Promise<TimesheetPeriod[]> {
  const found = await rows(
    em,
    sql`SELECT id, periodStart, periodEnd FROM timesheet WHERE placementID = ${placementID} AND id <> ${exceptID} AND deleted = 0
      AND adjustsID IS NULL AND periodStart IS NOT NULL AND periodEnd IS NOT NULL ORDER BY periodStart, id`,
  );
  return found.map(([id, start, end]) => ({
    id: id as number,
    start: new Date(isoOf(start as string)),
    end: new Date(isoOf(end as string)),
  }));
}

/**
 * The period of a placement that a day belongs to, as far as it is within the placement, and without the days that other timesheets cover,
 * as after a change of the pay frequency. The day must not be covered itself. @returns undefined for a day outside of the placement
 */
export function openPeriod(
  day: Date,
  { startDate, endDate }: Placement,
  calendar: PayCalendar,
  others: readonly TimesheetPeriod[],
): Period | undefined {
  const whole = cut(periodOf(day, calendar), startDate, endDate);
  if (!whole || !isWithin(day, whole)) return undefined;
  const before = others.filter(({ end }) => end < day).map(({ end }) => addDays(end, 1).getTime());
  const after = others.filter(({ start }) => start > day).map(({ start }) => addDays(start, -1).getTime());
  return cut(
    whole,
    before.length === 0 ? undefined : new Date(Math.max(...before)),
    after.length === 0 ? undefined : new Date(Math.min(...after)),
  );
}

export const overlaps = (one: Period, other: Period): boolean => one.start <= other.end && other.start <= one.end;

/** As in messages. */
export const written = (day: Date): string => day.toISOString().slice(0, 10);
