import { DAY_MS, isBareDate, parseMoment } from '../../core/time/moments';
import { instantOf } from '../../core/time/local-time';

const WITH_OFFSET = /T[\d:.,]+(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** A date or date-time of a schedule, local unless it has an offset; undefined if invalid. A date without a time means 00:00. */
export function scheduleMoment(text: string, zone: string): Date | undefined {
  const written = parseMoment(text);
  if (!written) return undefined;
  return WITH_OFFSET.test(text) ? written : new Date(instantOf(written.getTime(), zone));
}

/** The same as the end of a period: a date without a time includes the whole day. */
export function endMoment(text: string, zone: string): Date | undefined {
  const written = parseMoment(text);
  return written && isBareDate(text) ? new Date(instantOf(written.getTime() + DAY_MS, zone) - 1) : scheduleMoment(text, zone);
}
