import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { cellOf } from './cells';

/** Spreadsheets take a file for UTF-8 only by this. */
export const BYTE_ORDER_MARK = '\ufeff';

const MALFORMED = 'is not valid CSV: a cell with a quote, a comma or a line break stands in quotes, and a quote in it is doubled';

/** Lines of CSV, after RFC 4180. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );

export const rowOf = (columns: readonly string[], answer: Readonly<Record<string, unknown>>): string[] =>
  columns.map((name) => cellOf(answer[name]));

/** The delimiter of a file by its first line: a comma; or what spreadsheets write where the comma is the decimal sign. */
export const delimiterOf = (header: string): string => [',', ';', '\t'].find((each) => header.includes(each)) ?? ',';

/** The cells of one row, or what is wrong with it. */
export function cellsOf(text: string, delimiter: string): readonly string[] | string {
  try {
    const [cells = []] = parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
    return cells;
  } catch {
    return MALFORMED;
  }
}
