import { dateText, dayOf, instantOf, timeOfDay, wallTimeOf, weekdayOf, type Instant, type WallTime, type Weekday } from './local-time';
import { DAY_MS } from './moments';

/** Dates (YYYY-MM-DD in the time zone that they are used in) on which nothing happens. */
export type ExcludedDates = ReadonlySet<string>;

export const isExcluded = (day: WallTime, excluded: ExcludedDates): boolean => excluded.has(dateText(day));

/** Local hours in which something may happen, ends included; `to` before `from` is on the next day. No days: every day. */
export interface TimeWindow {
  days?: Weekday[];
  from: string;
  to: string;
}

/** A period in which something may happen, ends included. */
type Open = readonly [from: Instant, to: Instant];

/** When something may happen: in its windows (none: always), on dates that are not excluded. */
export class OpeningHours {
  constructor(
    private readonly windows: readonly TimeWindow[],
    private readonly zone: string,
    private readonly excluded: ExcludedDates,
  ) {}

  /** The first open instant at or after `instant`. */
  next(instant: Instant): Instant {
    const [open] = this.search(instant, DAY_MS, (each) => each[1] >= instant);
    return Math.max(open[0], instant);
  }

  /** The last open instant at or before `instant`. */
  last(instant: Instant): Instant {
    const opens = this.search(instant, -DAY_MS, (each) => each[0] <= instant);
    return Math.min(Math.max(...opens.map(([, to]) => to)), instant);
  }

  /** Those of the first day that has any, in order: a window opens every week, apart from excluded dates, of which there is a last. */
  private search(from: Instant, step: number, matches: (open: Open) => boolean): readonly [Open, ...Open[]] {
    for (let day = dayOf(wallTimeOf(from, this.zone)); ; day += step) {
      const [first, ...others] = this.on(day).filter(matches);
      if (first) return [first, ...others];
    }
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
