import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { SerialQueue } from '../../database/serial-queue';
import type { ReadingOrder, ReadingResult } from './thread';

/** Media types of files whose text can be read. */
export const READABLE: readonly string[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/rtf',
  'text/plain',
  'text/csv',
];

/** The text of a larger file is not read. */
export const MOST_MEGABYTES = 50;

/** What reading a file may take. */
export interface ReadingLimits {
  readonly milliseconds: number;
  readonly heapMegabytes: number;
  /** By which the process may grow meanwhile: what is unpacked is outside of the heap. */
  readonly growthMegabytes: number;
  readonly characters: number;
}

const LIMITS: ReadingLimits = { milliseconds: 20_000, heapMegabytes: 256, growthMegabytes: 768, characters: 200_000 };
const WATCHED_EVERY_MS = 100;
const MB = 1024 ** 2;

/** The text of a file cannot be read. The message says why, as a sentence. */
export class TextUnreadable extends Error {}

/** Reads the texts of files, one at a time, each in a thread of its own that is ended if it takes too long or too much. */
@Injectable()
export class TextReader implements BeforeApplicationShutdown {
  private readonly queue = new SerialQueue();
  private readonly closing = new AbortController();

  beforeApplicationShutdown(): void {
    this.closing.abort();
  }

  /** @param bytes which are handed over, and cannot be used afterwards @throws TextUnreadable */
  read(bytes: Uint8Array, mediaType: string, limits = LIMITS): Promise<string> {
    return this.queue.run(() => this.readNow(bytes, mediaType, limits));
  }

  private async readNow(bytes: Uint8Array, mediaType: string, limits: ReadingLimits): Promise<string> {
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
    const workerData: ReadingOrder = { bytes: own, mediaType, most: limits.characters };
    const worker = new Worker(join(__dirname, `thread${extname(__filename)}`), {
      workerData,
      transferList: [own.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
      stderr: true,
      stdout: true,
    });
    try {
      const result = await this.answerOf(worker, limits);
      if ('error' in result) throw new TextUnreadable(sentence(result.error));
      if (result.text === '') throw new TextUnreadable('No text was found in it. It may be a scan.');
      return result.text;
    } finally {
      await worker.terminate();
    }
  }

  private answerOf(worker: Worker, { milliseconds, heapMegabytes, growthMegabytes }: ReadingLimits): Promise<ReadingResult> {
    const most = process.memoryUsage.rss() + growthMegabytes * MB;
    return new Promise((resolve, reject) => {
      const fail = (reason: string): void => end(() => reject(new TextUnreadable(reason)));
      const timer = setTimeout(() => fail(`It takes more than ${milliseconds / 1000} seconds to read.`), milliseconds);
      const watch = setInterval(
        () => process.memoryUsage.rss() > most && fail(`It takes more than ${growthMegabytes} MB to read.`),
        WATCHED_EVERY_MS,
      );
      const stop = (): void => end(() => reject(new Error('The service is being stopped.')));
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
        this.closing.signal.removeEventListener('abort', stop);
        settle();
      };
      this.closing.signal.addEventListener('abort', stop);
      worker.once('message', (result: ReadingResult) => end(() => resolve(result)));
      worker.once('error', (error: NodeJS.ErrnoException) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `It takes more than ${heapMegabytes} MB to read.` : sentence(error.message)),
      );
      worker.once('exit', () => fail('It cannot be read.'));
    });
  }
}

/** What a library says about a file, in short. */
function sentence(message: string): string {
  const [line = ''] = message.split('\n');
  if (/password/i.test(line)) return 'It has a password.';
  return `It cannot be read: ${line.slice(0, 150).replace(/\.$/, '')}.`;
}
