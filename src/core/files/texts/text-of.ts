import { docxText } from './docx-text';
import { pdfText } from './pdf-text';
import { plainText } from './plain-text';
import { rtfText } from './rtf-text';

type TextOf = (bytes: Uint8Array, most: number) => string | Promise<string>;

const READERS: Readonly<Record<string, TextOf>> = {
  'application/pdf': pdfText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docxText,
  'application/rtf': rtfText,
  'text/plain': plainText,
  'text/csv': plainText,
};

/** Characters that no database stores. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text of a file, tidied up: no more than one empty line at a time, no spaces at the ends of lines. @param most characters */
export async function textOf(bytes: Uint8Array, mediaType: string, most: number): Promise<string> {
  const text = (await READERS[mediaType]?.(bytes, most)) ?? '';
  const lines = text
    .slice(0, most)
    .replace(UNSTORABLE, '')
    .split(/\r\n|[\r\n\u2028\v\f]/);
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
