import { spanOfDay } from './day';
import { isBareDate, parseMoment } from './moments';

/** A date or date-time of a request. A bare date is that day in a time zone that is known only later. */
export class RequestedMoment {
  private constructor(private readonly text: string) {}

  /** @param text a valid date or date-time @returns null for the date that means unset */
  static of(text: string): RequestedMoment | null {
    return parseMoment(text) ? new RequestedMoment(text) : null;
  }

  /** Of a date, the first moment of that day. */
  from(timeZone: string): Date {
    return isBareDate(this.text) ? spanOfDay(this.text, timeZone).from : parseMoment(this.text)!;
  }

  /** Of a date, the last moment of that day. */
  to(timeZone: string): Date {
    return isBareDate(this.text) ? spanOfDay(this.text, timeZone).to : parseMoment(this.text)!;
  }
}
