import type { Weekday } from '../../core/time/local-time';
import type { TimeWindow } from '../../core/time/opening-hours';

/** When a rule runs, in the local time of its zone. Times of day are "HH:MM". */
export type Recurrence =
  | { kind: 'once'; at: string }
  /** Minutes and hours are elapsed time, days and weeks calendar time. */
  | { kind: 'every'; amount: number; unit: 'minute' | 'hour' | 'day' | 'week' }
  | { kind: 'daily'; at: string }
  | { kind: 'weekly'; days: Weekday[]; at: string }
  | { kind: 'monthly'; at: string; day: number }
  | { kind: 'monthly'; at: string; weekday: Weekday; which: Ordinal }
  | { kind: 'cron'; expression: string };

export const ORDINALS = ['first', 'second', 'third', 'fourth', 'last'] as const;
export type Ordinal = (typeof ORDINALS)[number];

/** What to do about a run whose time passed while the service was down. */
export type MissedRun = 'runOnce' | 'skip';

/** A validated schedule with its dates parsed. */
export interface Schedule {
  readonly timeZone: string;
  readonly recurrence: Recurrence;
  readonly startAt?: Date;
  /** No run takes place later. */
  readonly endAt?: Date;
  readonly windows: readonly TimeWindow[];
  readonly missedRun: MissedRun;
}

export const OFFSET_UNITS = ['hour', 'day', 'week', 'month'] as const;

/** The offset of a rule from a date of the record. The event determines whether it is before or after; a negative amount reverses that. */
export interface OffsetSchedule {
  readonly timeZone: string;
  readonly offset: { readonly amount: number; readonly unit: (typeof OFFSET_UNITS)[number] };
  /** Local time of day; by default that of the date, 00:00 for a date without a time. */
  readonly at?: string;
}
