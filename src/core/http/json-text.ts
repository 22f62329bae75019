import { VERSION } from './conditional';

/** A record whose JSON has been written before, and is sent as it is. */
export class JsonText {
  readonly [VERSION]: number;

  constructor(
    readonly id: number,
    readonly text: string,
    version: number,
  ) {
    this[VERSION] = version;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of a record or a list of records that is JSON already; undefined of anything else. */
export function writtenJson(body: unknown): string | undefined {
  if (body instanceof JsonText) return body.text;
  return Array.isArray(body) && body[0] instanceof JsonText ? `[${(body as JsonText[]).map(({ text }) => text).join(',')}]` : undefined;
}

/** The JSON of any body. */
export const toJson = (body: unknown): string => writtenJson(body) ?? JSON.stringify(body);
