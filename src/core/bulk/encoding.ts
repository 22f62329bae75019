/** The encodings of texts; TextDecoder knows all of them. */
const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const isEncoding = (text: string): text is Encoding => ENCODINGS.includes(text as Encoding);

/** As many bytes as a byte order mark has at most. */
export const MARK_BYTES = 3;

/** The encoding of a text: by its byte order mark, or else as stated, or else UTF-8. */
export function encodingOf(start: Uint8Array, stated: Encoding = 'utf-8'): Encoding {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 'utf-8' : stated;
}
