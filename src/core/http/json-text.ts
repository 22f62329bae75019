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

/** The JSON of a body: of a record or a list of them without parsing what is JSON already. */
export function toJson(body: unknown): string {
  if (body instanceof JsonText) return body.text;
  if (Array.isArray(body) && body[0] instanceof JsonText) return `[${(body as JsonText[]).map(({ text }) => text).join(',')}]`;
  return JSON.stringify(body);
}
