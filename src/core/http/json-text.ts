import type { Utf8Writer } from '../text/utf8-writer';
import { VERSION } from './conditional';

/** A record whose JSON has been written before, and is sent as it is. */
export class JsonText {
  readonly [VERSION]: number | undefined;
  private whole?: Buffer;

  constructor(
    readonly id: number,
    version: number | undefined,
    /** In UTF-8, from its brace on; in bytes, which are never decoded. Empty if all of it is text. */
    readonly start: Buffer,
    /** What follows, with its brace. */
    readonly end = '}',
  ) {
    this[VERSION] = version;
  }

  /** With more members. */
  with(members: object): JsonText {
    const json = JSON.stringify(members).slice(1);
    return new JsonText(this.id, this[VERSION], this.start, json === '}' ? json : `,${json}`);
  }

  /** Complete; put together once, for the ETag and the response. */
  get bytes(): Buffer {
    return (this.whole ??= bytesOf([this]));
  }

  toJSON(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}

/** Requests for single records that share a statement are fewer: the memory of their texts is not given back. */
const MANY = 50;

/** Are they so many records that their texts take much memory? */
export const isLong = ({ length }: readonly unknown[]): boolean => length >= MANY;

/** The memory of the texts in a list that is sent once. */
const spaces = new WeakMap<readonly unknown[], Utf8Writer>();

/** The texts are those of one response, and can be forgotten when it has been written. */
export function sentOnce<T extends readonly unknown[]>(texts: T, space: Utf8Writer): T {
  spaces.set(texts, space);
  return texts;
}

/** Is it a list of records that are JSON already? */
export const isTexts = (body: unknown): body is readonly JsonText[] => Array.isArray(body) && body[0] instanceof JsonText;

/** The JSON of a record or a list of records that is JSON already, in UTF-8; undefined of anything else. */
export function writtenJson(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof JsonText) return body.bytes;
  return isTexts(body) ? bytesOf(body, '[', ']') : undefined;
}

/** The JSON of any body. */
export const toJson = (body: unknown): Buffer | string => writtenJson(body) ?? JSON.stringify(body);

/** Text is written when there is so much of it: a few large writes cost a fraction of many small ones. */
const CHARACTERS_AT_A_TIME = 8192;

/** The JSON of a list in pieces of memory of the writer, one after the other; that of the texts is given back. */
export function writeTexts(texts: readonly JsonText[], writer: Utf8Writer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let text = '[';
  texts.forEach(({ start, end }, index) => {
    if (start.length > 0 || text.length > CHARACTERS_AT_A_TIME) {
      append(pieces, writer.write(text, start));
      text = '';
    }
    text += end + (index < texts.length - 1 ? ',' : ']');
  });
  append(pieces, writer.write(text));
  spaces.get(texts)?.release();
  spaces.delete(texts);
  return pieces;
}

/** To the last piece, if they follow it in the same memory. */
function append(pieces: Buffer[], bytes: Buffer): void {
  const last = pieces.at(-1);
  if (last && last.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset)
    pieces[pieces.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + bytes.length);
  else pieces.push(bytes);
}

/** In one buffer of the right length, since a response may have megabytes. */
function bytesOf(texts: readonly JsonText[], opening = '', closing = ''): Buffer {
  const length = texts.reduce((sum, { start, end }) => sum + start.length + Buffer.byteLength(end) + 1, -1);
  const bytes = Buffer.allocUnsafe(opening.length + length + closing.length);
  let at = bytes.write(opening);
  texts.forEach(({ start, end }, index) => {
    if (index > 0) at += bytes.write(',', at);
    at += start.copy(bytes, at);
    at += bytes.write(end, at);
  });
  bytes.write(closing, at);
  return bytes;
}
