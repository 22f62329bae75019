import type { Request } from 'express';
import { UnsupportedBody } from '../problems';

/** The formats of exports and imports. */
export type Format = 'csv' | 'ndjson';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** The format preferred by the Accept header; CSV by default. */
export const formatWanted = (request: Request): Format =>
  request.accepts(Object.values(MEDIA_TYPES)) === MEDIA_TYPES.ndjson ? 'ndjson' : 'csv';

/** The format of a body; only the charset parameter is considered. @throws UnsupportedBody */
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
