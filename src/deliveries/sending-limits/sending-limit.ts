import { OpeningHours, type TimeWindow } from '../../core/time/opening-hours';

/** When messages may be sent, and how fast. */
export interface SendingLimit {
  /** IANA: of recipients whose own is not known, and of messages to nobody in particular. */
  readonly timeZone: string;
  /** None: at any time of day. */
  readonly windows: readonly TimeWindow[];
  /** YYYY-MM-DD, on which nothing is sent. */
  readonly excludedDates: readonly string[];
  /** At most so many messages per minute, at even distances; undefined: any number. */
  readonly perMinute?: number;
}

/** When a message is sent. */
export interface SendingTime {
  readonly at: Date;
  /** Promised by the rate: no other message is sent then. null: none, it has to ask again when the time has come. */
  readonly slot: Date | null;
  /** Why it is not sent at once; null: it is. */
  readonly waitsFor: 'window' | 'rate' | null;
}

/** A message that comes later than this has lost its slot: those that pile up while the service is down do not go out together. */
export const SLOT_KEPT_MS = 5_000;

/**
 * When a message that is due now is sent.
 * @param slot one that it was given earlier
 * @param nextSlot the first moment that no message has been promised yet
 */
export function sendingTime(
  limit: SendingLimit,
  { timeZone, slot, nextSlot, now }: { timeZone: string | null; slot: Date | null; nextSlot: Date | null; now: Date },
): SendingTime {
  const hours = new OpeningHours(limit.windows, timeZone ?? limit.timeZone, new Set(limit.excludedDates));
  const opens = hours.next(now.getTime());
  if (opens > now.getTime()) return { at: new Date(opens), slot: null, waitsFor: 'window' };
  if (limit.perMinute === undefined || isKept(slot, now)) return { at: now, slot, waitsFor: null };
  const free = Math.max(now.getTime(), nextSlot?.getTime() ?? 0);
  const opensThen = hours.next(free);
  if (opensThen > free) return { at: new Date(opensThen), slot: null, waitsFor: 'window' };
  return { at: new Date(free), slot: new Date(free), waitsFor: free > now.getTime() ? 'rate' : null };
}

const isKept = (slot: Date | null, now: Date): boolean => slot !== null && slot <= now && now.getTime() - slot.getTime() <= SLOT_KEPT_MS;

/** The first moment after a slot that may be promised to another message. */
export const slotAfter = ({ perMinute = Infinity }: SendingLimit, slot: Date): Date =>
  new Date(slot.getTime() + Math.ceil(60_000 / perMinute));
