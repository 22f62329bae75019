import { dayIn } from '../time/day';
import { Sql, sqlMoment } from './sql';

const MINUTE_MS = 60_000;

/** What `:now` and `:today` stand for in the SQL of record types. */
export interface Present {
  readonly now: Date;
  /** The IANA time zone whose calendar day is today. */
  readonly timeZone: string;
}

/** Where the columns of `r` (and `x`, the related record) are. */
export type ColumnPlaces = Readonly<Partial<Record<'r' | 'x', (name: string) => Sql>>>;

export const placeColumns = (text: string, places: ColumnPlaces): string =>
  text.replace(/\b([rx])\.(`?)(\w+)\2/g, (all, alias: 'r' | 'x', _, name: string) => places[alias]?.(name).text ?? all);

/** Puts the present into SQL: every `:now` becomes a parameter, and every `:today`, the calendar day as days are stored, at 00:00 UTC. */
export function bindPresent(text: string, { now, timeZone }: Present): Sql {
  const params: string[] = [];
  const bound = text.replace(/:(now|today)\b/g, (_, name) => {
    params.push(sqlMoment(name === 'now' ? now : todayIn(timeZone, now)));
    return '?';
  });
  return new Sql(bound, params);
}

const todays = new Map<string, { readonly minute: number; readonly day: Date }>();

/** Computed once a minute, since every read asks for it: days begin at whole minutes. */
function todayIn(timeZone: string, now: Date): Date {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const known = todays.get(timeZone);
  if (known?.minute === minute) return known.day;
  const day = dayIn(now, timeZone);
  todays.set(timeZone, { minute, day });
  return day;
}
