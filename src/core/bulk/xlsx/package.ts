import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { posix } from 'node:path';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { BodyTooLarge, InvalidRequest } from '../../problems';

const MB = 1024 ** 2;
/** A workbook has some dozens of parts. */
const MAX_PARTS = 2000;
/** A part is read up to this size. */
const MAX_PART_BYTES = 1024 * MB;
/** Small parts may be packed as well as they can; spreadsheets come to a tenth or a fiftieth. */
const MAX_RATIO = 250;
const UNCHECKED_BYTES = 16 * MB;

/** An XLSX file: a ZIP archive of parts, read one at a time as streams. */
export class XlsxPackage {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws InvalidRequest if the file is no ZIP archive, BodyTooLarge */
  static async open(file: FileHandle): Promise<XlsxPackage> {
    const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true }).catch(noWorkbook);
    if (zip.entryCount > MAX_PARTS) throw new BodyTooLarge(`The workbook has more than ${MAX_PARTS} parts. Save it as CSV.`);
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
    } catch (error) {
      noWorkbook(error);
    }
    return new XlsxPackage(zip, entries);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** The text of a part; no more than it declares. @throws InvalidRequest, BodyTooLarge */
  textOf(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) throw new InvalidRequest(`The workbook has no part ${name}. Save it again as XLSX, or as CSV.`);
    refuseBomb(name, entry);
    return this.read(name, entry);
  }

  private async *read(name: string, entry: Entry): AsyncGenerator<string> {
    let stream: Readable | undefined;
    try {
      stream = (await this.zip.openReadStreamPromise(entry)).setEncoding('utf8');
      for await (const text of stream) yield text as string;
    } catch (error) {
      throw error instanceof InvalidRequest ? error : unreadable(name, error);
    } finally {
      stream?.destroy();
    }
  }
}

/** The name of a part that another one refers to. */
export const partNamed = (target: string, from: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target);

function refuseBomb(name: string, { compressedSize, uncompressedSize }: Entry): void {
  const isBomb = uncompressedSize > UNCHECKED_BYTES && uncompressedSize > compressedSize * MAX_RATIO;
  if (isBomb || uncompressedSize > MAX_PART_BYTES)
    throw new BodyTooLarge(
      `The part ${name} of the workbook would be ${Math.ceil(uncompressedSize / MB)} MB unpacked; at most ${MAX_PART_BYTES / MB} MB, and ${MAX_RATIO} times its packed size, are read. Save it as CSV.`,
    );
}

function noWorkbook(error: unknown): never {
  throw new InvalidRequest(
    `The body is not an XLSX workbook (${(error as Error).message.replace(/\.$/, '')}). A workbook with a password, or in the older format XLS, must be saved as XLSX without one.`,
  );
}

const unreadable = (name: string, error: unknown): InvalidRequest =>
  new InvalidRequest(`The part ${name} of the workbook cannot be read: ${(error as Error).message.split('\n')[0]}.`);
