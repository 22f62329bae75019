import { DAY_MS, isBareDate, parseMoment } from '../../time/moments';
import { instantOf } from './local-time';

const WITH_OFFSET = /T.*(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** A date or date-time of a schedule, local unless it says its offset; undefined when it is none. A bare date is its 00:00. */
export function scheduleMoment(text: string, zone: string): Date | undefined {
  const written = parseMoment(text);
  if (!written) return undefined;
  return WITH_OFFSET.test(text) ? written : new Date(instantOf(written.getTime(), zone));
}

/** The same as the end of a time: a bare date is the whole of that day. */
export function endMoment(text: string, zone: string): Date | undefined {
  const written = parseMoment(text);
  return written && isBareDate(text) ? new Date(instantOf(written.getTime() + DAY_MS, zone) - 1) : scheduleMoment(text, zone);
}
