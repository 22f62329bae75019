import type { Field } from '../fields/field';
import { jsonIn } from './json-in';
import type { CellValue } from './xlsx/write';

/** Clears a field in an import; an empty cell leaves the field unchanged. */
export const CLEARED = '\\N';

/**
 * Texts that a spreadsheet would evaluate as formulas, or that an import would read as {@link CLEARED}, are prefixed with
 * an apostrophe; so are those that already look escaped. Unescaping is therefore the exact inverse.
 */
const NEEDS_ESCAPE = /^'*(?:[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|\\N$)/;
const ESCAPED = /^'+(?:[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|\\N$)/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const escapeFormula = (text: string): string => (NEEDS_ESCAPE.test(text) && !NUMBER.test(text) ? `'${text}` : text);
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text);

/** A value of a response as a cell: arrays and objects as JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A value of a response as a cell of a sheet, where texts stay texts: only what an import would read as something else is escaped. */
export function sheetCellOf(field: Pick<Field, 'type'> | undefined, value: unknown): CellValue {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number') return { number: value };
  if (typeof value === 'boolean') return { flag: value };
  if (typeof value !== 'string') return { text: JSON.stringify(value) };
  if (field?.type === 'date') return { date: value };
  return { text: ESCAPED.test(value) || value === CLEARED ? `'${value}` : value };
}

/**
 * A cell as a value of a body, undefined if empty. A value that does not parse as the type of the field stays text, which
 * the validation of the body then rejects.
 * @param field undefined for nested arrays and objects
 */
export function valueOf(field: Pick<Field, 'type' | 'derived'> | undefined, cell: string): unknown {
  if (cell === '' || field?.derived) return undefined;
  if (cell === CLEARED) return null;
  const text = unescapeFormula(cell);
  switch (field?.type) {
    case 'integer':
    case 'number':
      return NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      // spreadsheets write them in capitals
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    case undefined:
      return jsonOrText(text);
    default:
      return text;
  }
}

function jsonOrText(text: string): unknown {
  const json = jsonIn(text);
  return json === undefined ? text : json;
}
