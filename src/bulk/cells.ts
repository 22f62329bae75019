import type { Field } from '../fields/field';

/** What an import takes for "clear this field"; an empty cell says nothing of its field. */
export const CLEARED = '\\N';

/**
 * Texts that a spreadsheet would compute, or an import would take for the word that clears, have an apostrophe put before
 * them; so have those that look as if they had one already. What it is taken from is therefore exactly what it was put to.
 */
const GUARDED = /^'*(?:[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|\\N$)/;
const UNGUARDED = /^'+(?:[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]|\\N$)/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const guarded = (text: string): string => (GUARDED.test(text) && !NUMBER.test(text) ? `'${text}` : text);
export const unguarded = (text: string): string => (UNGUARDED.test(text) ? text.slice(1) : text);

/** A value of an answer as a cell: lists and objects as JSON text. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return guarded(typeof value === 'string' ? value : JSON.stringify(value));
}

/**
 * A cell as the value of a body, undefined where it says nothing. What is not written as the field's type wants it stays a
 * text, of which the check of the body then complains in its own words.
 * @param field undefined for a list or an object of its own
 */
export function valueOf(field: Field | undefined, cell: string): unknown {
  if (cell === '' || field?.derived) return undefined;
  if (cell === CLEARED) return null;
  const text = unguarded(cell);
  switch (field?.type) {
    case 'integer':
    case 'number':
      return NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      // spreadsheets write them in capitals
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    case undefined:
      return parsedOr(text);
    default:
      return text;
  }
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
