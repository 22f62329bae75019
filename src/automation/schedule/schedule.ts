import type { Weekday } from './local-time';

/** When a rule runs, in the local time of its zone. Times of day are "HH:MM". */
export type Recurrence =
  | { kind: 'once'; at: string }
  /** Minutes and hours are counted as they pass, days and weeks by the calendar. */
  | { kind: 'every'; amount: number; unit: 'minute' | 'hour' | 'day' | 'week' }
  | { kind: 'daily'; at: string }
  | { kind: 'weekly'; days: Weekday[]; at: string }
  | { kind: 'monthly'; at: string; day: number }
  | { kind: 'monthly'; at: string; weekday: Weekday; which: Ordinal }
  | { kind: 'cron'; expression: string };

export const ORDINALS = ['first', 'second', 'third', 'fourth', 'last'] as const;
export type Ordinal = (typeof ORDINALS)[number];

/** Hours in which a rule may run, ends included; `to` before `from` is on the next day. No days: every day. */
export interface Window {
  days?: Weekday[];
  from: string;
  to: string;
}

/** What becomes of a run whose time passed while the service was down. */
export type MissedRun = 'runOnce' | 'skip';

/** A schedule that was checked, its moments read as instants. */
export interface Schedule {
  readonly timeZone: string;
  readonly recurrence: Recurrence;
  readonly startAt?: Date;
  /** No run is later. */
  readonly endAt?: Date;
  readonly windows: readonly Window[];
  readonly missedRun: MissedRun;
}

export const OFFSET_UNITS = ['hour', 'day', 'week', 'month'] as const;

/** When an event rule acts on a date of the record: so long before or after it, as the event says; a negative amount goes the other way. */
export interface OffsetSchedule {
  readonly timeZone: string;
  readonly offset: { readonly amount: number; readonly unit: (typeof OFFSET_UNITS)[number] };
  /** The local time of day of the action; absent: the record's own time, for a date without one 00:00. */
  readonly at?: string;
}
