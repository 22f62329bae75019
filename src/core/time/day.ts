import { DateTime } from 'luxon';

/** The calendar day of a moment in a time zone, as 00:00Z of that day, which is how days are stored. */
export const dayIn = (moment: Date, zone: string): Date => new Date(`${DateTime.fromJSDate(moment, { zone }).toISODate()}T00:00:00.000Z`);
