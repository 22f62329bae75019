import { DAY_MS } from '../../time/moments';
import { isExcluded, type ExcludedDates } from './excluded-dates';
import { dayOf, instantOf, timeOfDay, wallTimeOf, weekdayOf, type Instant, type WallTime } from './local-time';
import type { Window } from './schedule';

/** A stretch of time in which a rule may run, ends included. */
type Open = readonly [from: Instant, to: Instant];

/** When a rule may run: in its windows (none: always), on dates that are not excluded. */
export class OpeningHours {
  constructor(
    private readonly windows: readonly Window[],
    private readonly zone: string,
    private readonly excluded: ExcludedDates,
  ) {}

  /** The first open instant that is not before; undefined when windows and zone leave none. */
  next(instant: Instant): Instant | undefined {
    const open = this.search(instant, DAY_MS, (each) => each[1] >= instant);
    return open && Math.max(open[0], instant);
  }

  /** The last open instant that is not after; where there is none, one before all that could matter. */
  last(instant: Instant): Instant {
    const open = this.search(instant, -DAY_MS, (each) => each[0] <= instant);
    return open ? Math.min(open[1], instant) : instant - this.horizon * DAY_MS;
  }

  /** A window opens at least once a week, and once the excluded dates are over. */
  private get horizon(): number {
    return this.excluded.size + 9;
  }

  private search(from: Instant, step: number, fits: (open: Open) => boolean): Open | undefined {
    const today = dayOf(wallTimeOf(from, this.zone));
    for (let days = 0; days <= this.horizon; days++) {
      const opens = this.on(today + days * step).filter(fits);
      if (opens.length > 0) return step > 0 ? opens[0] : latest(opens);
    }
    return undefined;
  }

  private on(day: WallTime): Open[] {
    if (isExcluded(day, this.excluded)) return [];
    return this.stretches(day)
      .map(([from, to]): Open => [instantOf(day + from, this.zone), instantOf(day + to, this.zone, 'last')])
      .sort((one, other) => one[0] - other[0]);
  }

  /** In milliseconds after midnight; a window over midnight is the end of one day and the beginning of the next. */
  private stretches(day: WallTime): (readonly [from: number, to: number])[] {
    if (this.windows.length === 0) return [[0, DAY_MS - 1]];
    const opensOn = ({ days }: Window, date: WallTime): boolean => !days || days.includes(weekdayOf(date));
    return this.windows.flatMap((window) => {
      const [from, to] = [timeOfDay(window.from), timeOfDay(window.to)];
      const today = opensOn(window, day) ? [[from, from < to ? to : DAY_MS - 1] as const] : [];
      return from > to && opensOn(window, day - DAY_MS) ? [...today, [0, to] as const] : today;
    });
  }
}

const latest = (opens: readonly Open[]): Open | undefined => [...opens].sort((one, other) => other[1] - one[1])[0];
