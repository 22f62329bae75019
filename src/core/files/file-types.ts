import { isTextFile } from './text-file';

/** What a file is, by its content. */
export interface FileKind {
  /** Without parameters. */
  readonly mediaType: string;
  readonly extension: string;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
const WORD = { mediaType: 'application/msword', extension: 'doc' };

/** The older formats of Office are all the same kind of container: which of them a file is, only its sender knows. */
const CONTAINER = 'application/x-cfb';
const IN_CONTAINER: readonly FileKind[] = [
  WORD,
  { mediaType: 'application/vnd.ms-excel', extension: 'xls' },
  { mediaType: 'application/vnd.ms-powerpoint', extension: 'ppt' },
  { mediaType: 'application/vnd.ms-outlook', extension: 'msg' },
];

/** A table is a text too. */
const TEXTS: readonly FileKind[] = [
  { mediaType: 'text/plain', extension: 'txt' },
  { mediaType: 'text/csv', extension: 'csv' },
];

/** Of these, the content says what they are. */
const TELLING: readonly FileKind[] = [
  { mediaType: 'application/pdf', extension: 'pdf' },
  { mediaType: 'application/rtf', extension: 'rtf' },
  { mediaType: `${OFFICE}.wordprocessingml.document`, extension: 'docx' },
  { mediaType: `${OFFICE}.spreadsheetml.sheet`, extension: 'xlsx' },
  { mediaType: `${OFFICE}.presentationml.presentation`, extension: 'pptx' },
  { mediaType: `${OPEN_DOCUMENT}.text`, extension: 'odt' },
  { mediaType: `${OPEN_DOCUMENT}.spreadsheet`, extension: 'ods' },
  { mediaType: `${OPEN_DOCUMENT}.presentation`, extension: 'odp' },
  { mediaType: 'image/jpeg', extension: 'jpg' },
  { mediaType: 'image/png', extension: 'png' },
  { mediaType: 'image/gif', extension: 'gif' },
  { mediaType: 'image/webp', extension: 'webp' },
  { mediaType: 'image/tiff', extension: 'tif' },
  { mediaType: 'image/heic', extension: 'heic' },
];

/** All that files can be. */
export const FILE_KINDS: readonly FileKind[] = [...TELLING, ...IN_CONTAINER, ...TEXTS];

/** Other endings of the same type, by the usual one. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg'], tif: ['tiff'], heic: ['heif'] };

/**
 * The endings that file names of a type may have, the usual one first. Formats that their content does not tell apart (older ones of
 * Office, texts) may have the ending of any of them.
 */
export function endingsOf(mediaType: string): readonly [string, ...string[]] {
  const extension = FILE_KINDS.find((kind) => kind.mediaType === mediaType)?.extension ?? 'bin';
  const family = [IN_CONTAINER, TEXTS].find((kinds) => kinds.some((kind) => kind.mediaType === mediaType)) ?? [];
  return [extension, ...(ENDINGS[extension] ?? []), ...family.map((kind) => kind.extension)];
}

/** Other names of the same. */
const ALIASES: Readonly<Record<string, string>> = { 'text/rtf': 'application/rtf', 'image/jpg': 'image/jpeg' };
/** What says nothing. */
const UNSTATED = ['', 'application/octet-stream', 'binary/octet-stream'];

/** What a file can be by its content, and what was found in it. */
export interface Recognised {
  readonly kinds: readonly FileKind[];
  readonly found: string;
}

export async function recognise(path: string): Promise<Recognised> {
  // loaded with the first file: few requests have one
  const { fileTypeFromFile } = await import('file-type');
  const { mime } = (await fileTypeFromFile(path)) ?? {};
  if (mime === CONTAINER) return { kinds: IN_CONTAINER, found: 'of an older format of Office' };
  const kinds = TELLING.filter(({ mediaType }) => mediaType === mime);
  // the mark of UTF-16 looks like a sound
  if (kinds.length === 0 && (await isTextFile(path))) return { kinds: TEXTS, found: 'text' };
  return { kinds, found: mime ?? 'of an unknown format' };
}

/**
 * The kind that a file is: the one that its sender has stated, if it can be that.
 * @returns undefined if it is none of these, or another than stated
 */
export function agreedKind({ kinds }: Recognised, stated: string): FileKind | undefined {
  const named = ALIASES[stated] ?? stated;
  return UNSTATED.includes(named) ? kinds[0] : kinds.find(({ mediaType }) => mediaType === named);
}

/** The type of a Content-Type header, without its parameters. */
export const mediaTypeIn = (header = ''): string => (header.split(';')[0] ?? '').trim().toLowerCase();
