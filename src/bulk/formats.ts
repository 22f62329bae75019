import type { Request } from 'express';
import { UnsupportedBody } from '../http';

/** The formats of whole lists of records. */
export type Format = 'csv' | 'ndjson';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** The format that a caller would rather have by its Accept header: CSV, unless it says otherwise. */
export const formatWanted = (request: Request): Format =>
  request.accepts(Object.values(MEDIA_TYPES)) === MEDIA_TYPES.ndjson ? 'ndjson' : 'csv';

/** The format of a body. The only parameter that means something is the character set. @throws UnsupportedBody */
export function formatOf(contentType = ''): Format {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const format = (['csv', 'ndjson'] as const).find((each) => MEDIA_TYPES[each] === type);
  const isUtf8 = parameters.every((each) => !each.startsWith('charset=') || /^charset="?utf-?8"?$/.test(each));
  if (format && isUtf8) return format;
  throw new UnsupportedBody(`The body must be ${MEDIA_TYPES.csv} or ${MEDIA_TYPES.ndjson}, in UTF-8.`);
}
