import { BODY_LIMIT } from '../http/json-body';

/** A row of a file as it is written, without the line break at its end; or why it could not be read, and whether that is the end. */
export type Piece = { readonly text: string } | { readonly fault: string; readonly isEnd: boolean };

/** As much as one record may have when it comes alone. */
const LONGEST_ROW = BODY_LIMIT;
const TOO_LONG = `is longer than ${LONGEST_ROW / 1024 ** 2} MB`;
const OPEN_QUOTE = 'has a quote that is opened and not closed';
const LEFT_OUT: Piece = { fault: TOO_LONG, isEnd: false };

/** The lines of a file. One that is too long is left out, and the next is read. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<Piece> {
  let rest = '';
  let tooLong = false;
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield tooLong || line.length > LONGEST_ROW ? LEFT_OUT : { text: withoutReturn(line) };
      tooLong = false;
    }
    tooLong ||= rest.length > LONGEST_ROW;
    if (tooLong) rest = '';
  }
  if (tooLong) yield LEFT_OUT;
  else if (rest !== '') yield { text: withoutReturn(rest) };
}

/** The rows of a CSV file, in whose quoted cells lines may break. Behind one without an end nothing can be read. */
export async function* csvRowsOf(texts: AsyncIterable<string>): AsyncGenerator<Piece> {
  const quotes = new Quotes();
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
    if (length > LONGEST_ROW) return void (yield { fault: TOO_LONG, isEnd: true });
  }
  if (quotes.areOpen) yield { fault: OPEN_QUOTE, isEnd: true };
  else if (length > 0) yield { text: withoutReturn(begun.join('')) };
}

/** Where quotes are open: one opens only at the beginning of a cell, a doubled one closes and opens. */
class Quotes {
  private at: 'start' | 'plain' | 'quoted' | 'closed' = 'start';

  get areOpen(): boolean {
    return this.at === 'quoted';
  }

  /** The next line break outside of quotes, -1 when there is none. */
  endOfRow(text: string, from: number): number {
    for (let index = from; index < text.length; index++) {
      const character = text.charAt(index);
      if (this.at === 'quoted') {
        if (character === '"') this.at = 'closed';
      } else if (character === '\n') {
        this.at = 'start';
        return index;
      } else if (character === '"') this.at = this.at === 'plain' ? 'plain' : 'quoted';
      else this.at = /[,;\t]/.test(character) ? 'start' : 'plain';
    }
    return -1;
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
