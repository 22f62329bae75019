import { parse } from 'csv-parse/sync';
import { unparse } from 'papaparse';
import { cellOf } from './cells';
import { DELIMITERS } from './split';

/** Without it, spreadsheets do not recognise UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

const MALFORMED = 'is not valid CSV: a cell with a quote, a comma or a line break must be quoted, and quotes in it doubled';

/** CSV according to RFC 4180. Papa Parse writes it, but would accept what is malformed. */
export const csvOf = (rows: string[][]): string => `${unparse(rows, { newline: '\r\n' })}\r\n`;

/** @param valueOf the value of a column */
export const rowOf = (columns: readonly string[], valueOf: (column: string) => unknown): string[] =>
  columns.map((column) => cellOf(valueOf(column)));

/** The delimiter of a file by its first line: the most frequent one outside of quotes. */
export function delimiterOf(header: string): string {
  const plain = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((each) => ({ each, count: plain.split(each).length }));
  return counts.reduce((one, other) => (other.count > one.count ? other : one)).each;
}

/** The delimiter in a line such as `sep=;`, with which Excel begins a file; undefined: it is another line. */
export const statedDelimiter = (line: string): string | undefined => /^"?sep=(.)"?$/i.exec(line)?.[1];

/** The cells of one row, or an error message. */
export function cellsOf(text: string, delimiter: string): readonly string[] | string {
  try {
    const [cells = []] = parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
    return cells;
  } catch {
    return MALFORMED;
  }
}
