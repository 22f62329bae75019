import { randomUUID } from 'node:crypto';
import type { FileKind } from './file-types';

/** A file as it has been sent: complete, of the kind that it says it is, and stored under its key, though nothing refers to it yet. */
export class ReceivedFile {
  /** Under which it is stored. */
  readonly key = randomUUID();
  /** All of its text, if the route wants it; undefined if there is none or it cannot be read. */
  text?: string;
  /** Why there is none, as a sentence. */
  textProblem?: string;

  constructor(
    /** Where it is as long as the request lasts. */
    readonly path: string,
    readonly kind: FileKind,
    /** In bytes. */
    readonly size: number,
    /** In hexadecimal digits. */
    readonly sha256: string,
  ) {}

  /** By what a repeated request is recognised. */
  toJSON(): object {
    return { mediaType: this.kind.mediaType, size: this.size, sha256: this.sha256 };
  }
}
