import { DAY_MS } from '../time/moments';
import { Random } from './random';
import type { Sizes } from './sizes';

/** What the firm is made from: its sizes, and the day that its dates are counted from. */
export class World {
  /** 00:00Z of the day. */
  readonly today: Date;

  constructor(
    readonly sizes: Sizes,
    now: Date,
  ) {
    this.today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  }

  /** A source of choices for one record. */
  random(kind: string, id: number): Random {
    return new Random(`${kind}/${id}`);
  }

  /** A day so many days from today, at 00:00Z. */
  day(days: number): Date {
    return new Date(this.today.getTime() + Math.round(days) * DAY_MS);
  }

  /** A moment in the working hours of that day; today's is 00:00Z, which is over. */
  moment(days: number, random: Random): Date {
    const minutes = random.int(0, 27) * 15;
    return new Date(this.day(days).getTime() + (Math.round(days) === 0 ? 0 : minutes * 60_000));
  }
}

/** Some records are marked deleted, and some have next to nothing filled; none of the first twenty. */
export const isDeleted = (id: number): boolean => id % 89 === 50;
export const isBare = (id: number): boolean => id % 83 === 41;

export const later = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000);
