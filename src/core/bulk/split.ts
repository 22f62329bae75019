import { BODY_LIMIT } from '../http/json-body';

/** A row as written in the file, without its line break; or why it cannot be read, and whether the rest cannot either. */
export type Piece = { readonly text: string } | { readonly fault: string; readonly isEnd: boolean };

/** The limit of a request with one record. */
const MAX_ROW_LENGTH = BODY_LIMIT;
const TOO_LONG = `is longer than ${MAX_ROW_LENGTH / 1024 ** 2} MB`;
const OPEN_QUOTE = 'has an unclosed quote';
const SKIPPED: Piece = { fault: TOO_LONG, isEnd: false };

/** The lines of a file. Lines that are too long are skipped. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<Piece> {
  let rest = '';
  let tooLong = false;
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield tooLong || line.length > MAX_ROW_LENGTH ? SKIPPED : { text: withoutReturn(line) };
      tooLong = false;
    }
    tooLong ||= rest.length > MAX_ROW_LENGTH;
    if (tooLong) rest = '';
  }
  if (tooLong) yield SKIPPED;
  else if (rest !== '') yield { text: withoutReturn(rest) };
}

/** What separates the cells of a CSV file, once that is known; until then, each of {@link DELIMITERS} does. */
export interface Dialect {
  delimiter?: string;
}

/** A comma, or what spreadsheets use in locales with a decimal comma. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/**
 * The rows of a CSV file, with line breaks in quoted cells. Nothing can be read after an unclosed quote.
 * @param dialect whoever reads the first row says in it what separates the cells
 */
export async function* csvRowsOf(texts: AsyncIterable<string>, dialect: Dialect = {}): AsyncGenerator<Piece> {
  const quotes = new Quotes(dialect);
  let begun: string[] = [];
  let length = 0;
  for await (const text of texts) {
    let from = 0;
    for (let end = quotes.endOfRow(text, from); end !== -1; end = quotes.endOfRow(text, from)) {
      yield { text: withoutReturn([...begun, text.slice(from, end)].join('')) };
      [begun, length, from] = [[], 0, end + 1];
    }
    begun.push(text.slice(from));
    length += text.length - from;
    if (length > MAX_ROW_LENGTH) return void (yield { fault: TOO_LONG, isEnd: true });
  }
  if (quotes.areOpen) yield { fault: OPEN_QUOTE, isEnd: true };
  else if (length > 0) yield { text: withoutReturn(begun.join('')) };
}

/** Tracks quotes: one opens only at the beginning of a cell; a doubled one closes and reopens. */
class Quotes {
  private at: 'start' | 'plain' | 'quoted' | 'closed' = 'start';

  constructor(private readonly dialect: Dialect) {}

  get areOpen(): boolean {
    return this.at === 'quoted';
  }

  /** The next line break outside of quotes, -1 if there is none. */
  endOfRow(text: string, from: number): number {
    for (let index = from; index < text.length; index++) {
      const character = text.charAt(index);
      if (this.at === 'quoted') {
        if (character === '"') this.at = 'closed';
      } else if (character === '\n') {
        this.at = 'start';
        return index;
      } else if (character === '"') this.at = this.at === 'plain' ? 'plain' : 'quoted';
      else this.at = this.separates(character) ? 'start' : 'plain';
    }
    return -1;
  }

  private separates(character: string): boolean {
    const { delimiter } = this.dialect;
    return delimiter === undefined ? DELIMITERS.includes(character) : character === delimiter;
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
