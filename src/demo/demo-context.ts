import { DAY_MS } from '../core/time/moments';
import { Random } from './random';
import type { Sizes } from './sizes';

/** What the firm is generated from: its sizes and the day to which its dates are relative. */
export class DemoContext {
  /** 00:00Z of the day. */
  readonly today: Date;
  /** How much of a day of a person is taken. */
  private readonly slots = new Map<string, number>();
  /** When candidates work, in days from today. */
  private readonly periods = new Map<number, { readonly start: number; readonly end: number | undefined }[]>();

  constructor(
    readonly sizes: Sizes,
    now: Date,
  ) {
    this.today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  }

  /** The next part of a day in which none of these persons has anything else. */
  freeSlot(day: number, persons: readonly string[]): number {
    const keys = persons.map((person) => `${person} ${day}`);
    const slot = Math.max(...keys.map((key) => this.slots.get(key) ?? 0));
    for (const key of keys) this.slots.set(key, slot + 1);
    return slot;
  }

  /** The placements of a candidate so far. */
  periodsOf(candidateID: number): { readonly start: number; readonly end: number | undefined }[] {
    const found = this.periods.get(candidateID) ?? [];
    this.periods.set(candidateID, found);
    return found;
  }

  /** A random generator of its own for each record. */
  random(kind: string, id: number): Random {
    return new Random(`${kind}/${id}`);
  }

  /** The day with this offset from today, at 00:00Z. */
  day(days: number): Date {
    return new Date(this.today.getTime() + Math.round(days) * DAY_MS);
  }

  /** A time in the working hours of that day; for today 00:00Z, which has passed for certain. */
  moment(days: number, random: Random): Date {
    const minutes = random.int(0, 27) * 15;
    return new Date(this.day(days).getTime() + (Math.round(days) === 0 ? 0 : minutes * 60_000));
  }
}

/** Some records are deleted and some have hardly any fields filled; none of the first twenty. */
export const isDeleted = (id: number): boolean => id % 89 === 50;
export const isBare = (id: number): boolean => id % 83 === 41;

/** A few candidates and clients were registered twice: this one is the same as the one before. */
export const isRegisteredTwice = (id: number): boolean => id % 83 === 22;

/** The key of some records in the system that they came from. */
export function keysOf(system: string, id: number): { readonly externalID?: string; readonly externalKey: string | null } {
  const externalID = `${system}-${String(id).padStart(5, '0')}`;
  return id % 40 === 7 ? { externalID, externalKey: isDeleted(id) ? null : externalID } : { externalKey: null };
}

export const addMinutes = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000);
