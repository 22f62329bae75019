import { parser as createParser } from 'sax';
import { fromBufferPromise, type Entry } from 'yauzl';

/** Parts with text, in the order in which they are read: a name often stands in a header only. */
const PARTS = [/^word\/header\d*\.xml$/i, /^word\/document\d*\.xml$/i, /^word\/footer\d*\.xml$/i];
/** A document has some dozens of parts. */
const MAX_PARTS = 2000;
/** All parts together, unpacked. */
const MAX_BYTES = 64 * 1024 ** 2;

/** What elements stand for. */
const BREAKS: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

/** The text of a Word document, a line for each paragraph. @throws Error for a damaged file, or one that is too large unpacked */
export async function docxText(bytes: Uint8Array, most: number): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  if (zip.entryCount > MAX_PARTS) throw new Error(`It has more than ${MAX_PARTS} parts.`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const parts = PARTS.flatMap((name) => entries.filter(({ fileName }) => name.test(fileName)));
  const unpacked = parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > MAX_BYTES) throw new Error(`Its text would be ${Math.ceil(unpacked / 1024 ** 2)} MB unpacked.`);
  const text = new WordText(most);
  for (const part of parts) {
    // no more than it declares: yauzl compares
    const stream = (await zip.openReadStreamPromise(part)).setEncoding('utf8');
    const reader = text.reader();
    for await (const piece of stream) {
      reader.write(piece as string);
      if (text.isFull) return text.value;
    }
  }
  return text.value;
}

/** The text of several parts. */
class WordText {
  value = '';

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.value.length >= this.most;
  }

  reader(): { write(xml: string): unknown } {
    const parser = createParser(true);
    let isText = false;
    /** Within the same text once more, for older programs. */
    let repeated = 0;
    /** Within the positions of tabs, which are called like tabs. */
    let isPosition = false;
    parser.onerror = (error) => {
      throw error;
    };
    parser.onopentag = ({ name }) => {
      const element = local(name);
      if (element === 'Fallback') repeated += 1;
      isText = element === 't' && repeated === 0;
      if (element === 'tabs') isPosition = true;
      if (repeated === 0 && !isPosition) this.value += BREAKS[element] ?? '';
    };
    parser.onclosetag = (name) => {
      const element = local(name);
      isText = false;
      if (element === 'Fallback') repeated -= 1;
      if (element === 'tabs') isPosition = false;
      if (element === 'p' && repeated === 0) this.value += '\n';
    };
    parser.ontext = (text) => void (this.value += isText ? text : '');
    return parser;
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
