import { DateTime } from 'luxon';

/** The day that the calendars of a zone show at a moment, at 00:00Z as days are kept. */
export const dayIn = (moment: Date, zone: string): Date => new Date(`${DateTime.fromJSDate(moment, { zone }).toISODate()}T00:00:00.000Z`);
