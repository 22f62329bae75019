import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { withTimeout } from '../../time/timeout';
import { FileMissing, FileStorage, StorageFailed, type ByteRange } from './file-storage';

type Sdk = typeof import('@aws-sdk/client-s3');

interface Connected {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

/** Where a bucket is. */
export interface Bucket {
  readonly name: string;
  /** Of a service other than Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/** What fails is thrown. */
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** How long an operation waits for a bucket that does not answer. */
const PATIENCE_MS = 15_000;
/** Sending a file may take longer: it is expected at 100 kB a second at least. */
const BYTES_PER_MS = 100;

/** Keeps files as objects of a bucket, with the credentials that the standard environment of the SDK has. */
export class S3Storage extends FileStorage {
  private connected: Promise<Connected> | undefined;

  constructor(
    private readonly bucket: Bucket,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    super();
  }

  /** The SDK takes tens of megabytes, which only those pay who have a bucket. */
  private async connect(): Promise<Connected> {
    const sdk = await import('@aws-sdk/client-s3');
    const { endpoint, region } = this.bucket;
    // other services have buckets as folders, and not all know the checksums that the SDK would send
    const others = endpoint === undefined ? {} : { endpoint, forcePathStyle: true };
    const checksums = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' } as const;
    return { sdk, client: new sdk.S3Client({ region, ...others, ...checksums, logger: SILENT }) };
  }

  async store(key: string, path: string, mediaType: string): Promise<void> {
    const { size } = await stat(path);
    const body = createReadStream(path);
    const object = { ...this.object(key), Body: body, ContentLength: size, ContentType: mediaType };
    try {
      const patience = this.patienceMs + size / BYTES_PER_MS;
      await this.send(({ sdk, client }, abortSignal) => client.send(new sdk.PutObjectCommand(object), { abortSignal }), patience);
    } finally {
      body.destroy();
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const object = { ...this.object(key), ...part };
    const { Body } = await this.send(({ sdk, client }, abortSignal) => client.send(new sdk.GetObjectCommand(object), { abortSignal }));
    return Body as Readable;
  }

  async remove(key: string): Promise<void> {
    const object = this.object(key);
    await this.send(({ sdk, client }, abortSignal) => client.send(new sdk.DeleteObjectCommand(object), { abortSignal }));
  }

  /** Until the bucket has answered; what it then sends takes as long as it is read. */
  private async send<T>(work: (connected: Connected, abortSignal: AbortSignal) => Promise<T>, patience = this.patienceMs): Promise<T> {
    const connected = await (this.connected ??= this.connect());
    try {
      return await withTimeout(patience, [], (signal) => work(connected, signal));
    } catch (error) {
      throw error instanceof connected.sdk.NoSuchKey ? new FileMissing() : new StorageFailed(error);
    }
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket.name, Key: key };
  }
}
