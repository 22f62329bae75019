import { decodeWindows1252 } from './windows-1252';

/** Groups that hold no text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator fldinst xmlnstbl filetbl revtbl pgdsctbl bkmkstart bkmkend'.split(
    ' ',
  ),
);

const SYMBOLS: Readonly<Record<string, string>> = {
  ...{ par: '\n', line: '\n', row: '\n', sect: '\n', page: '\n', tab: '\t', cell: '\t' },
  ...{ emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ '~': '\u00a0', _: '-', '\n': '\n', '\r': '\n', '\\': '\\', '{': '{', '}': '}' },
};

/** Encodings by the number of the code page, where it is not windows-<number>. */
const ENCODINGS: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** One word: `\word`, perhaps with a number and the space that ends it; `\'e4`, a byte; or a symbol such as `\~`. */
const WORD = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|([^a-z]))/iy;
const MAX_DEPTH = 1000;

interface Group {
  readonly isSkipped: boolean;
  /** Characters that stand for a Unicode character in older programs, after each of them. */
  readonly replaced: number;
}

/** The text of an RTF document. @throws Error if its groups are nested too deeply */
export function rtfText(bytes: Uint8Array, most: number): string {
  return new RtfReader(Buffer.from(bytes).toString('latin1'), most).read();
}

class RtfReader {
  private text = '';
  private pending: number[] = [];
  private decode: Decode = decodeWindows1252;
  private group: Group = { isSkipped: false, replaced: 1 };
  private readonly outer: Group[] = [];
  /** How many of the next characters stand for a Unicode character that has been read. */
  private toSkip = 0;
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly most: number,
  ) {}

  read(): string {
    while (this.at < this.source.length && this.text.length < this.most) this.next();
    this.flush();
    return this.text;
  }

  private next(): void {
    const character = this.source[this.at]!;
    if (character === '\\') return this.word();
    this.at += 1;
    if (character === '{') this.open();
    else if (character === '}') this.close();
    else if (character !== '\n' && character !== '\r') this.byte(character.charCodeAt(0));
  }

  private open(): void {
    if (this.outer.length === MAX_DEPTH) throw new Error(`Its groups are nested more than ${MAX_DEPTH} levels deep.`);
    this.outer.push(this.group);
    this.toSkip = 0;
  }

  private close(): void {
    this.group = this.outer.pop() ?? this.group;
    this.toSkip = 0;
  }

  private word(): void {
    WORD.lastIndex = this.at;
    const [all = '\\', name, number, byte, symbol] = WORD.exec(this.source) ?? [];
    this.at += all.length;
    if (byte !== undefined) this.byte(parseInt(byte, 16));
    else if (symbol === '*') this.group = { ...this.group, isSkipped: true };
    else this.command(name ?? symbol ?? '', Number(number ?? 0), number !== undefined);
  }

  private command(name: string, number: number, hasNumber: boolean): void {
    if (name === 'u' && hasNumber) return this.unicode(number);
    if (name === 'uc') this.group = { ...this.group, replaced: Math.max(number, 0) };
    else if (name === 'bin') this.at += Math.max(number, 0);
    else if (name === 'ansicpg') this.decode = decoderOf(number);
    else if (SKIPPED.has(name)) this.group = { ...this.group, isSkipped: true };
    else this.write(SYMBOLS[name] ?? '');
  }

  private unicode(code: number): void {
    // a number of 16 bits with a sign
    this.write(String.fromCharCode(code < 0 ? code + 65_536 : code & 0xffff));
    this.toSkip = this.group.replaced;
  }

  private byte(byte: number): void {
    if (this.toSkip > 0) this.toSkip -= 1;
    else if (!this.group.isSkipped) this.pending.push(byte);
  }

  private write(text: string): void {
    if (text === '' || this.group.isSkipped) return;
    this.flush();
    this.text += text;
  }

  /** Bytes are decoded together, since a character may have two. */
  private flush(): void {
    if (this.pending.length === 0) return;
    this.text += this.decode(Uint8Array.from(this.pending));
    this.pending = [];
  }
}

type Decode = (bytes: Uint8Array) => string;

function decoderOf(page: number): Decode {
  const encoding = ENCODINGS[page] ?? `windows-${page}`;
  if (encoding === 'windows-1252') return decodeWindows1252;
  try {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return decodeWindows1252;
  }
}
