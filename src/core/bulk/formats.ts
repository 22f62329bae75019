import type { Request } from 'express';
import { UnsupportedBody } from '../problems';
import { isEncoding, type Encoding } from './encoding';

/** The formats of exports and imports. */
export const FORMATS = ['csv', 'ndjson', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The format preferred by the Accept header; by default the first one. @param types the media types of the formats */
export function formatWanted<F extends string>(request: Request, formats: readonly [F, ...F[]], types: Readonly<Record<F, string>>): F {
  const accepted = request.accepts(formats.map((each) => types[each]));
  return formats.find((each) => types[each] === accepted) ?? formats[0];
}

/** What a body is; of a text, the encoding if it is stated. */
export interface BodyKind {
  readonly format: Format;
  readonly encoding?: Encoding;
}

/** Only the charset parameter is considered. @throws UnsupportedBody */
export function kindOf(contentType = ''): BodyKind {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const format = FORMATS.find((each) => MEDIA_TYPES[each] === type);
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const encoding = charset === 'utf8' ? 'utf-8' : charset === 'utf-16' ? 'utf-16le' : charset;
  if (!format || !(encoding === undefined || isEncoding(encoding)))
    throw new UnsupportedBody(`The body must be ${MEDIA_TYPES.csv} or ${MEDIA_TYPES.ndjson}, in UTF-8 or UTF-16, or ${MEDIA_TYPES.xlsx}.`);
  return { format, encoding };
}
