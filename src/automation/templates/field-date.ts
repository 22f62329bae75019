import { DateTime } from 'luxon';

/** A date in a template, with the time zone (IANA) in which it is written. */
export class FieldDate extends Date {
  /** @param hasTime false: of a day, which begins at midnight UTC wherever it is read */
  constructor(
    moment: Date | string,
    readonly zone: string,
    private readonly hasTime = true,
  ) {
    super(moment);
  }

  /** "20 November 2026, 14:30"; "20 November 2026" for a day. */
  override toString(): string {
    const format = this.hasTime ? 'd LLLL yyyy, HH:mm' : 'd LLLL yyyy';
    return DateTime.fromJSDate(this, { zone: this.zone }).setLocale('en').toFormat(format);
  }
}
