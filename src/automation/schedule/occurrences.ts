import { DAY_MS } from '../../core/time/moments';
import { cronTimes } from './cron';
import { dayOf, instantOf, timeOfDay, wallTimeOf, weekdayOf, type Instant, type WallTime } from '../../core/time/local-time';
import { scheduleMoment } from './schedule-moment';
import { ORDINALS, type Recurrence, type Schedule } from './schedule';

type Of<K extends Recurrence['kind']> = Extract<Recurrence, { kind: K }>;

/** The times of the recurrence, in order, none before `from` or the start of the schedule. */
export function* occurrences(schedule: Schedule, from: Instant): Generator<Instant> {
  const first = Math.max(from, schedule.startAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  for (const instant of unboundedOccurrences(schedule, first)) if (instant >= first) yield instant;
}

function unboundedOccurrences(schedule: Schedule, from: Instant): Iterable<Instant> {
  const { recurrence, timeZone } = schedule;
  switch (recurrence.kind) {
    case 'once':
      return once(recurrence.at, timeZone);
    case 'every':
      return every(recurrence, schedule, from);
    case 'cron':
      return cronTimes(recurrence.expression, timeZone, from);
    default:
      return onDays(recurrence, timeZone, from);
  }
}

function once(at: string, zone: string): Instant[] {
  const instant = scheduleMoment(at, zone);
  return instant ? [instant.getTime()] : [];
}

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS } as const;

/** Whether the interval is elapsed time (minutes, hours) rather than calendar time (days, weeks). */
export const isElapsedTime = (recurrence: Recurrence): boolean =>
  recurrence.kind === 'every' && ['minute', 'hour'].includes(recurrence.unit);

/** Without a start, intervals are counted from midnight of this Monday, so that every 15 minutes means on the quarter hours. */
const MONDAY = Date.UTC(2001, 0, 1);

function* every(recurrence: Of<'every'>, { startAt, timeZone: zone }: Schedule, from: Instant): Generator<Instant> {
  const step = recurrence.amount * UNIT_MS[recurrence.unit];
  const anchor = startAt?.getTime() ?? instantOf(MONDAY, zone);
  if (isElapsedTime(recurrence)) {
    for (let instant = anchor + Math.ceil((from - anchor) / step) * step; ; instant += step) yield instant;
  }
  const wallAnchor = startAt ? wallTimeOf(anchor, zone) : MONDAY;
  const begin = Math.floor((wallTimeOf(from, zone) - DAY_MS - wallAnchor) / step);
  for (let wall = wallAnchor + begin * step; ; wall += step) yield instantOf(wall, zone);
}

function* onDays(recurrence: Of<'daily' | 'weekly' | 'monthly'>, zone: string, from: Instant): Generator<Instant> {
  const time = timeOfDay(recurrence.at);
  for (let day = dayOf(wallTimeOf(from, zone)) - DAY_MS; ; day += DAY_MS) {
    if (fallsOn(recurrence, day)) yield instantOf(day + time, zone);
  }
}

function fallsOn(recurrence: Of<'daily' | 'weekly' | 'monthly'>, day: WallTime): boolean {
  if (recurrence.kind === 'daily') return true;
  if (recurrence.kind === 'weekly') return recurrence.days.includes(weekdayOf(day));
  const date = new Date(day).getUTCDate();
  const last = lastDateOfMonth(day);
  if ('day' in recurrence) return date === Math.min(recurrence.day, last);
  if (recurrence.weekday !== weekdayOf(day)) return false;
  return recurrence.which === 'last' ? date + 7 > last : ORDINALS[Math.ceil(date / 7) - 1] === recurrence.which;
}

const lastDateOfMonth = (day: WallTime): number =>
  new Date(Date.UTC(new Date(day).getUTCFullYear(), new Date(day).getUTCMonth() + 1, 0)).getUTCDate();
