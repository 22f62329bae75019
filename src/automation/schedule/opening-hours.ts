import { DAY_MS } from '../../core/time/moments';
import { isExcluded, type ExcludedDates } from './excluded-dates';
import { dayOf, instantOf, timeOfDay, wallTimeOf, weekdayOf, type Instant, type WallTime } from './local-time';
import type { TimeWindow } from './schedule';

/** A period in which a rule may run, ends included. */
type Open = readonly [from: Instant, to: Instant];

/** When a rule may run: in its windows (none: always), on dates that are not excluded. */
export class OpeningHours {
  constructor(
    private readonly windows: readonly TimeWindow[],
    private readonly zone: string,
    private readonly excluded: ExcludedDates,
  ) {}

  /** The first open instant at or after `instant`; undefined if there is none. */
  next(instant: Instant): Instant | undefined {
    const open = this.search(instant, DAY_MS, (each) => each[1] >= instant);
    return open && Math.max(open[0], instant);
  }

  /** The last open instant at or before `instant`; if there is none, one before the search range. */
  last(instant: Instant): Instant {
    const open = this.search(instant, -DAY_MS, (each) => each[0] <= instant);
    return open ? Math.min(open[1], instant) : instant - this.horizon * DAY_MS;
  }

  /** The number of days to search: a window opens at least once a week, apart from excluded dates. */
  private get horizon(): number {
    return this.excluded.size + 9;
  }

  private search(from: Instant, step: number, matches: (open: Open) => boolean): Open | undefined {
    const today = dayOf(wallTimeOf(from, this.zone));
    for (let days = 0; days <= this.horizon; days++) {
      const opens = this.on(today + days * step).filter(matches);
      if (opens.length > 0) return step > 0 ? opens[0] : latest(opens);
    }
    return undefined;
  }

  private on(day: WallTime): Open[] {
    if (isExcluded(day, this.excluded)) return [];
    return this.periods(day)
      .map(([from, to]): Open => [instantOf(day + from, this.zone), instantOf(day + to, this.zone, 'last')])
      .sort((one, other) => one[0] - other[0]);
  }

  /** The periods of a day, in milliseconds after midnight; a window over midnight is split between two days. */
  private periods(day: WallTime): (readonly [from: number, to: number])[] {
    if (this.windows.length === 0) return [[0, DAY_MS - 1]];
    const opensOn = ({ days }: TimeWindow, date: WallTime): boolean => !days || days.includes(weekdayOf(date));
    return this.windows.flatMap((window) => {
      const [from, to] = [timeOfDay(window.from), timeOfDay(window.to)];
      const today = opensOn(window, day) ? [[from, from < to ? to : DAY_MS - 1] as const] : [];
      return from > to && opensOn(window, day - DAY_MS) ? [...today, [0, to] as const] : today;
    });
  }
}

const latest = (opens: readonly Open[]): Open | undefined => [...opens].sort((one, other) => other[1] - one[1])[0];
