import { roundToCents, sumOf } from '../../../core/money';

const MINUTES_A_DAY = 24 * 60;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes from one time of day to another, which is on the next day if it is not later, less the break. */
export function minutesBetween(startTime: string, endTime: string, breakMinutes: number): number {
  const passed = minutesOf(endTime) - minutesOf(startTime);
  return (passed > 0 ? passed : passed + MINUTES_A_DAY) - breakMinutes;
}

/** In hundredths of an hour, half a hundredth up. */
export const hoursOfMinutes = (minutes: number): number => roundToCents(sumOf([minutes]).dividedBy(60));

/** The hours of so many days. */
export const hoursOfDays = (days: number, hoursPerDay: number): number => roundToCents(sumOf([days]).times(hoursPerDay));

/** The sum of hours, as exact as they are. */
export const totalHours = (lines: readonly { readonly hours: number }[]): number => sumOf(lines.map(({ hours }) => hours)).toNumber();

export const hasTwoDecimals = (value: number): boolean => roundToCents(sumOf([value])) === value;
