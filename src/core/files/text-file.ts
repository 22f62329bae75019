import { createReadStream } from 'node:fs';

/** What no text has but binary files do: control characters other than tabs, line ends and form feeds. */
const NOT_TEXT = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}/u;

/** Is a file a text in UTF-8, UTF-16 with a byte order mark, or Windows-1252? */
export async function isTextFile(path: string): Promise<boolean> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    // of another encoding the characters would be wrong, but as many of them are control characters
    decoder ??= new TextDecoder(encodingOf(piece));
    if (NOT_TEXT.test(decoder.decode(piece, { stream: true }))) return false;
  }
  return decoder !== undefined;
}

/** UTF-16 begins with its mark; every other text is read as UTF-8 at first. */
export function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}
