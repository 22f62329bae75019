import { DAY_MS } from '../../time/moments';

/** Days from 30 December 1899, which spreadsheets count from, to 1 January 1970. */
const EPOCH = 25569;
/** Days from there to the first day of 1904, the other beginning. */
const FROM_1904 = 1462;
/** Spreadsheets have a 29 February 1900, so days before March are counted differently. */
const MARCH_1900 = 61;
const LAST = 2_958_466;

/** Formats of dates that every spreadsheet knows by number. */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Does a number format show dates? What is quoted, escaped or in brackets says nothing. */
export const showsDates = (id: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltIn(id) : code !== 'General' && /[ymdhs]/i.test(patternOf(code));

function patternOf(code: string): string {
  let pattern = '';
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at);
    const closing = character === '"' ? '"' : character === '[' ? ']' : undefined;
    if (character === '\\') at++;
    else if (closing === undefined) pattern += character;
    else at = indexOrEnd(code, closing, at + 1);
  }
  return pattern;
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const index = text.indexOf(wanted, from);
  return index < 0 ? text.length : index;
}

/** The number of a date as ISO 8601, as a day if it is midnight; undefined if no date has it. */
export function isoOfSerial(serial: number, from1904: boolean): string | undefined {
  const days = from1904 ? serial + FROM_1904 : serial;
  if (!(days >= MARCH_1900 && days < LAST)) return undefined;
  const iso = new Date(Math.round((days - EPOCH) * DAY_MS)).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

/** The number of an ISO 8601 date; undefined if spreadsheets have none for it. */
export function serialOf(iso: string): number | undefined {
  const days = Date.parse(iso) / DAY_MS + EPOCH;
  return days >= MARCH_1900 && days < LAST ? days : undefined;
}
