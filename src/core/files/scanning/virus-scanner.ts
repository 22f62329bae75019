import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { BodyTooLarge, Problem, Unavailable, type ProblemKind } from '../../problems';
import { withTimeout } from '../../time/timeout';

/** clamd gives up a file after two minutes by itself. */
const PATIENCE_MS = 60_000;
/** clamd refuses pieces that are much larger. */
const PIECE_BYTES = 65_536;

/** A file that is known to do harm. */
export class InfectedFile extends Problem {
  static override readonly kind: ProblemKind = {
    type: '/problems/infected-file',
    status: 400,
    title: 'The file is infected',
    meaning: 'The virus scanner has found malware in the file. Nothing was stored.',
    remedy: 'Clean the file, or ask its sender for another one.',
  };
}

/** A file that nobody has looked at is not stored. */
export class VirusScanUnavailable extends Unavailable {
  static override readonly kind: ProblemKind = {
    type: '/problems/virus-scan-unavailable',
    status: 503,
    title: 'The virus scanner is not available',
    meaning: 'The virus scanner does not answer, or cannot scan the file. Nothing was stored.',
    remedy: 'Send the file again after the seconds in Retry-After. If it persists, the operator finds the reason in the log.',
  };

  constructor(cause: unknown) {
    super('The virus scanner is not available. Try again later.', 30);
    this.cause = cause;
  }
}

/** A file that the scanner would refuse every time. */
export class TooLargeToScan extends BodyTooLarge {
  static override readonly kind: ProblemKind = {
    type: '/problems/too-large-to-scan',
    status: 413,
    title: 'The file is too large for the virus scanner',
    meaning: 'The virus scanner accepts no files of this size, although the service would. Nothing was stored.',
    remedy: 'Send a smaller file. The operator can raise StreamMaxLength in clamd.conf to the size that FILES_MAX_BYTES allows.',
  };

  constructor(bytes: number) {
    super(`The file has ${bytes} bytes, which is more than the virus scanner accepts (StreamMaxLength of clamd). Nothing was stored.`);
  }
}

/** Looks for malware in files before they are stored. */
export abstract class VirusScanner {
  /** @throws InfectedFile, TooLargeToScan, VirusScanUnavailable */
  abstract scan(path: string): Promise<void>;
}

/** Where no scanner is set. */
export class NoVirusScanner extends VirusScanner {
  override scan(): Promise<void> {
    return Promise.resolve();
  }
}

/** What clamd answers when a file exceeds its StreamMaxLength. */
const SIZE_LIMIT_EXCEEDED = /^INSTREAM size limit exceeded/;

/** The daemon of ClamAV, over TCP: the command INSTREAM, as clamd(8) describes it. */
export class ClamdScanner extends VirusScanner {
  private readonly log = new Logger(ClamdScanner.name);

  constructor(private readonly address: { readonly host: string; readonly port: number }) {
    super();
  }

  override async scan(path: string): Promise<void> {
    const answer = await this.ask((socket) => commandOf(path, socket)).catch(async (error: unknown) => {
      if (isCutOff(error) && (await this.isAlive())) throw await this.tooLarge(path);
      throw new VirusScanUnavailable(error);
    });
    const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
    if (found !== undefined) throw new InfectedFile(`The file contains ${found}. Nothing was stored.`);
    if (SIZE_LIMIT_EXCEEDED.test(answer)) throw await this.tooLarge(path);
    if (answer !== 'stream: OK') throw new VirusScanUnavailable(new Error(`clamd: ${answer || 'no answer'}`));
  }

  private async tooLarge(path: string): Promise<TooLargeToScan> {
    const { size } = await stat(path);
    this.log.warn(`clamd does not scan a file of ${size} bytes: raise StreamMaxLength in clamd.conf to at least FILES_MAX_BYTES.`);
    return new TooLargeToScan(size);
  }

  /** One that has ended would not answer, and says nothing about the file. */
  private async isAlive(): Promise<boolean> {
    const answer = await this.ask(() => [Buffer.from('zPING\0')]).catch(() => '');
    return answer === 'PONG';
  }

  private ask(command: (socket: Socket) => Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
    return withTimeout(PATIENCE_MS, [], async (signal) => {
      const socket = connect({ ...this.address, signal });
      const sent = pipeline(Readable.from(command(socket)), socket, { end: false, signal });
      const [answer] = await Promise.all([answerOf(socket), sent.catch(() => undefined)]);
      return answer.replace(/\0$/, '').trim();
    });
  }
}

/**
 * Did the other side close the connection while it was being written to? clamd does so with a file that is too large, and its answer is
 * often lost with the connection.
 */
const isCutOff = (error: unknown): boolean => ['EPIPE', 'ECONNRESET'].includes(String((error as NodeJS.ErrnoException).code));

/** What has been received, even if the connection broke right afterwards: an iterator would then lose it. */
async function answerOf(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  try {
    await finished(socket, { writable: false });
  } catch (error) {
    if (pieces.length === 0) throw error;
  }
  return Buffer.concat(pieces).toString();
}

/** The file in pieces, each after its length; the last one is empty. No more is sent once there is an answer. */
async function* commandOf(path: string, socket: Socket): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    yield lengthOf(piece.length);
    yield piece;
    await othersFirst();
    if (socket.bytesRead > 0) return;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
