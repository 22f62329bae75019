import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Unavailable, type ProblemKind } from '../../problems';
import { FileMissing, FileStorage, type ByteRange } from './file-storage';

type Sdk = typeof import('@aws-sdk/client-s3');

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
  private connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(private readonly bucket: Bucket) {
    super();
  }

  /** The SDK takes tens of megabytes, which only those pay who have a bucket. */
  private async connect(): Promise<{ sdk: Sdk; client: S3Client }> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region } = this.bucket;
    // other services have buckets as folders, and not all know the checksums that the SDK would send
    const others = endpoint === undefined ? {} : { endpoint, forcePathStyle: true };
    const checksums = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' } as const;
    return { sdk, client: new sdk.S3Client({ region, ...others, ...checksums, logger: SILENT }) };
  }

  async store(key: string, path: string, mediaType: string): Promise<void> {
    const { size } = await stat(path);
    const object = { ...this.object(key), Body: createReadStream(path), ContentLength: size, ContentType: mediaType };
    await this.send(({ sdk, client }) => client.send(new sdk.PutObjectCommand(object)));
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const { Body } = await this.send(({ sdk, client }) => client.send(new sdk.GetObjectCommand({ ...this.object(key), ...part })));
    return Body as Readable;
  }

  async remove(key: string): Promise<void> {
    await this.send(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(this.object(key))));
  }

  private async send<T>(work: (connected: { sdk: Sdk; client: S3Client }) => Promise<T>): Promise<T> {
    const connected = await (this.connected ??= this.connect());
    try {
      return await work(connected);
    } catch (error) {
      throw error instanceof connected.sdk.NoSuchKey ? new FileMissing() : new StorageFailed(error);
    }
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket.name, Key: key };
  }
}
