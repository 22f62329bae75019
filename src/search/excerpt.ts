import { firstMatch } from './first-match';

/** A longer text is cut. */
const MOST_CHARACTERS = 200;
/** So many words stand before the first one that matches. */
const BEFORE = 6;

/** The part of a text in which a word begins with one of those searched for. @param at where the first of them is, if it is known */
export function excerpt(text: string, searched: readonly string[], at?: number): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const from = piecesBefore(text, at ?? firstMatch(text, searched) ?? 0);
  const shown = shortened(beginningOf(text, from));
  return /\S/.test(text.slice(0, from)) ? `… ${shown}` : shown;
}

/** Where the text begins that is shown: some words before. */
function piecesBefore(text: string, at: number): number {
  let from = at;
  for (let pieces = 0; pieces < BEFORE; pieces++) {
    while (from > 0 && isSpace(text[from - 1])) from -= 1;
    while (from > 0 && !isSpace(text[from - 1])) from -= 1;
  }
  return from;
}

const isSpace = (character = ''): boolean => /\s/.test(character);

/** The pieces of the text from there on, up to more characters than are shown, of which each is two units at most. */
function beginningOf(text: string, from: number): string {
  const most = 2 * MOST_CHARACTERS + 1;
  const piece = /\S+/g;
  piece.lastIndex = from;
  let shown = '';
  for (let found = piece.exec(text); found && shown.length < most; found = piece.exec(text))
    shown += `${shown === '' ? '' : ' '}${found[0].slice(0, most)}`;
  return shown;
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS ? text : `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()} …`;
};
