import { BodyTooLarge } from '../../problems';
import { readXml, unescaped } from './xml';

const MAX_BYTES = 128 * 1024 ** 2;
const MAX_TEXTS = 4_000_000;

/** The texts that cells refer to by number, outside of the heap. */
export class SharedStrings {
  private bytes = Buffer.alloc(0);
  private size = 0;
  private ends = new Uint32Array(1024);
  private count = 0;

  static async read(texts: AsyncIterable<string> | undefined): Promise<SharedStrings> {
    const strings = new SharedStrings();
    if (!texts) return strings;
    const item = new RichText();
    await readXml(texts, {
      open: (name) => item.open(name),
      text: (text) => item.add(text),
      close: (name) => {
        item.close(name);
        if (name === 'si') strings.add(unescaped(item.take()));
      },
    });
    return strings;
  }

  /** undefined if there is no text with that number */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return undefined;
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }

  private add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.size + bytes > MAX_BYTES || this.count === MAX_TEXTS)
      throw new BodyTooLarge(`The workbook has more than ${MAX_BYTES / 1024 ** 2} MB of different texts. Save it as CSV.`);
    if (this.size + bytes > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], Math.max(2 * this.bytes.length, this.size + bytes, 65_536));
    if (this.count === this.ends.length) {
      const more = new Uint32Array(2 * this.ends.length);
      more.set(this.ends);
      this.ends = more;
    }
    this.size += this.bytes.write(text, this.size);
    this.ends[this.count++] = this.size;
  }
}

/** Collects the texts of an item; how its characters are pronounced is no part of it. */
export class RichText {
  private pieces: string[] = [];
  private length = 0;
  private isText = false;
  private isPhonetic = false;

  open(name: string): void {
    if (name === 'rPh') this.isPhonetic = true;
    if (name === 't') this.isText = !this.isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    if (name === 't') this.isText = false;
  }

  /** @throws BodyTooLarge */
  add(text: string): void {
    if (!this.isText) return;
    this.pieces.push(text);
    this.length += text.length;
    if (this.length > MAX_BYTES) throw new BodyTooLarge('A text of the workbook is too long.');
  }

  take(): string {
    const text = this.pieces.join('');
    [this.pieces, this.length] = [[], 0];
    return text;
  }
}
