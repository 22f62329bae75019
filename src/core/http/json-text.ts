import { VERSION } from './conditional';

/** A record whose JSON has been written before, and is sent as it is. */
export class JsonText {
  readonly [VERSION]: number | undefined;
  private whole?: Buffer;

  constructor(
    readonly id: number,
    version: number | undefined,
    /** In UTF-8, from its brace on; in bytes, which are never decoded. */
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

/** The JSON of a record or a list of records that is JSON already, in UTF-8; undefined of anything else. */
export function writtenJson(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof JsonText) return body.bytes;
  return Array.isArray(body) && body[0] instanceof JsonText ? bytesOf(body as JsonText[], '[', ']') : undefined;
}

/** The JSON of any body. */
export const toJson = (body: unknown): Buffer | string => writtenJson(body) ?? JSON.stringify(body);

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
