import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Unavailable, Unprocessable, type ProblemKind } from '../../problems';
import { withTimeout } from '../../time/timeout';

/** clamd gives up a file after two minutes by itself. */
const PATIENCE_MS = 60_000;
/** clamd refuses pieces that are much larger. */
const PIECE_BYTES = 65_536;

/** A file that is known to do harm. */
export class InfectedFile extends Unprocessable {
  static override readonly kind: ProblemKind = {
    type: '/problems/infected-file',
    status: 422,
    title: 'The file is infected',
    meaning: 'The virus scanner has found malware in the file. Nothing was stored.',
    remedy: 'Clean the file, or ask whoever made it for another one.',
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

/** Looks for malware in files before they are stored. */
export abstract class VirusScanner {
  /** @throws InfectedFile, VirusScanUnavailable */
  abstract scan(path: string): Promise<void>;
}

/** Where no scanner is set. */
export class NoVirusScanner extends VirusScanner {
  override scan(): Promise<void> {
    return Promise.resolve();
  }
}

/** The daemon of ClamAV, over TCP: the command INSTREAM, as clamd(8) describes it. */
export class ClamdScanner extends VirusScanner {
  constructor(private readonly address: { readonly host: string; readonly port: number }) {
    super();
  }

  override async scan(path: string): Promise<void> {
    const answer = await this.ask(path).catch((error: unknown) => {
      throw new VirusScanUnavailable(error);
    });
    const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
    if (found !== undefined) throw new InfectedFile(`The file contains ${found}. Nothing was stored.`);
    if (answer !== 'stream: OK') throw new VirusScanUnavailable(new Error(`clamd: ${answer || 'no answer'}`));
  }

  private ask(path: string): Promise<string> {
    return withTimeout(PATIENCE_MS, [], async (signal) => {
      const socket = connect({ ...this.address, signal });
      const sent = pipeline(Readable.from(commandOf(path)), socket, { end: false, signal });
      // it may answer before it has read everything
      const [answer] = await Promise.all([text(socket), sent.catch(() => undefined)]);
      return answer.replace(/\0$/, '').trim();
    });
  }
}

/** The file in pieces, each after its length; the last one is empty. */
async function* commandOf(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
