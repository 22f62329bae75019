declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  /** Its published types do not know what the service prefers. */
  export default class Negotiator {
    constructor(request: IncomingMessage);
    encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
  }
}
