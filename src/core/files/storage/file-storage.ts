import type { Readable } from 'node:stream';
import { NotFound, Unavailable, type ProblemKind } from '../../problems';

/** A part of a file: its first and its last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where files are kept, under keys that the service makes. Each operation throws StorageFailed if the storage fails. */
export abstract class FileStorage {
  /** Stores a file under a new key, completely or not at all. @param path where it is now */
  abstract store(key: string, path: string, mediaType: string): Promise<void>;
  /** @throws FileMissing */
  abstract open(key: string, range?: ByteRange): Promise<Readable>;
  /** One that is not there needs no removal. */
  abstract remove(key: string): Promise<void>;
}

/** The database knows a file that the storage does not have. */
export class FileMissing extends NotFound {
  static override readonly kind: ProblemKind = {
    type: '/problems/file-missing',
    status: 404,
    title: 'The file is missing',
    meaning: 'The document has a content, but the storage of files does not have it.',
    remedy: 'Restore the files from a backup, or send the content again.',
  };

  constructor() {
    super('The file is not in the storage of the service. Restore it from a backup, or send it again.');
  }
}

/** The storage does not answer, or refuses what it is asked. */
export class StorageFailed extends Unavailable {
  static override readonly kind: ProblemKind = {
    type: '/problems/file-storage-unavailable',
    status: 503,
    title: 'The storage of files is not available',
    meaning: 'The folder or the bucket in which files are kept does not answer, is full, or refuses the request of the service.',
    remedy: 'Send the request again after the seconds in Retry-After. If it persists, the operator finds the reason in the log.',
  };

  constructor(cause: unknown) {
    super('The storage of files is not available. Try again later.', 30);
    this.cause = cause;
  }
}
