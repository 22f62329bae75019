/** Time zones with nothing but Intl. A wall time is a local date and time, as the milliseconds of the UTC instant with the same digits. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** The wall time of an instant in a zone. */
export function wallTimeOf(instant: number, zone: string): number {
  const seconds = Math.floor(instant / SECOND) * SECOND;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year, month, day, hour, minute, second] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((part) =>
    parts.get(part)!,
  ) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second) + (instant - seconds);
}

/** The instant of a wall time: the earlier one where clocks show it twice, and after the gap by as much where they skip it. */
export function instantOf(wallTime: number, zone: string): number {
  const [before, after] = [wallTime - DAY, wallTime + DAY].map((near) => wallTimeOf(near, zone) - near) as [number, number];
  const instants = [wallTime - before, wallTime - after].filter((instant) => wallTimeOf(instant, zone) === wallTime);
  return instants.length > 0 ? Math.min(...instants) : wallTime - before;
}

/** Do the clocks of the zone show this time twice? The contract does not define which of the two is meant. */
export const isAmbiguous = (instant: number, zone: string): boolean =>
  [instant - HOUR, instant + HOUR].some((other) => wallTimeOf(other, zone) === wallTimeOf(instant, zone));

/** The same day of the month so many months later, or the last day of a shorter month. */
export function addMonths(wallTime: number, months: number): number {
  const date = new Date(wallTime);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (((wallTime % DAY) + DAY) % DAY);
}

export const startOfDay = (wallTime: number): number => Math.floor(wallTime / DAY) * DAY;
