import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Unavailable, type ProblemKind } from '../../problems';
import { FileMissing, FileStorage, type ByteRange } from './file-storage';

/** Where a bucket is. */
export interface Bucket {
  readonly name: string;
  /** Of a service other than Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/** What fails is thrown. */
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The storage does not answer, or refuses what it is asked. */
export class StorageFailed extends Unavailable {
  static override readonly kind: ProblemKind = {
    type: '/problems/file-storage-unavailable',
    status: 503,
    title: 'The storage of files is not available',
    meaning: 'The bucket in which files are kept does not answer, or refuses the request of the service.',
    remedy: 'Send the request again after the seconds in Retry-After. If it persists, the operator finds the reason in the log.',
  };

  constructor(cause: unknown) {
    super('The storage of files is not available. Try again later.', 30);
    this.cause = cause;
  }
}

/** Keeps files as objects of a bucket, with the credentials that the standard environment of the SDK has. */
export class S3Storage extends FileStorage {
  private readonly client: S3Client;

  constructor(private readonly bucket: Bucket) {
    super();
    const { endpoint, region } = bucket;
    // other services have buckets as folders, and not all know the checksums that the SDK would send
    const others = endpoint === undefined ? {} : { endpoint, forcePathStyle: true };
    const checksums = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' } as const;
    this.client = new S3Client({ region, ...others, ...checksums, logger: SILENT });
  }

  async store(key: string, path: string, mediaType: string): Promise<void> {
    const { size } = await stat(path);
    const object = { ...this.object(key), Body: createReadStream(path), ContentLength: size, ContentType: mediaType };
    await this.client.send(new PutObjectCommand(object)).catch(failed);
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const { Body } = await this.client.send(new GetObjectCommand({ ...this.object(key), ...part })).catch(failed);
    return Body as Readable;
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.object(key))).catch(failed);
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket.name, Key: key };
  }
}

function failed(error: unknown): never {
  throw error instanceof NoSuchKey ? new FileMissing() : new StorageFailed(error);
}
