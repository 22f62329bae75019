import { DAY_MS } from '../core/time/moments';

/** The public holidays of New South Wales as YYYY-MM-DD, ascending, for a number of years from the given one. */
export const publicHolidays = (year: number, years: number): string[] =>
  Array.from({ length: years }, (_, index) => ofYear(year + index)).flat();

function ofYear(year: number): string[] {
  const easter = easterSunday(year);
  const days = [
    ...movedFromWeekend(at(year, 1, 1)),
    ...movedFromWeekend(at(year, 1, 26)).slice(-1), // Australia Day on a weekend is not a holiday itself, only its substitute is
    ...[-2, -1, 0, 1].map((offset) => easter + offset * DAY_MS),
    at(year, 4, 25),
    monday(year, 6, 2),
    monday(year, 10, 1),
    ...movedFromWeekend(at(year, 12, 25), at(year, 12, 26)),
  ];
  return [...new Set(days)].sort((one, other) => one - other).map((day) => new Date(day).toISOString().slice(0, 10));
}

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
const weekday = (day: number): number => new Date(day).getUTCDay();
const isWeekend = (day: number): boolean => [0, 6].includes(weekday(day));

/** The nth Monday of a month. */
const monday = (year: number, month: number, nth: number): number =>
  at(year, month, 1 + ((8 - weekday(at(year, month, 1))) % 7) + (nth - 1) * 7);

/** The days, plus the next free working day for each that falls on a weekend. */
function movedFromWeekend(...days: number[]): number[] {
  const free = new Set(days);
  for (const day of days.filter(isWeekend)) {
    let instead = day;
    while (isWeekend(instead) || free.has(instead)) instead += DAY_MS;
    free.add(instead);
  }
  return [...free];
}

/** The Sunday after the first full moon of spring, by the tables of the Gregorian calendar. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * week) / 451);
  return at(year, 3, 22 + moon + week - 7 * late);
}
