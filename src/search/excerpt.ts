import { words } from '../core/text/fold';

/** A longer text is cut. */
const MOST_CHARACTERS = 200;
/** So many words stand before the first one that matches. */
const BEFORE = 6;

/** The part of a text in which a word begins with one of those searched for. */
export function excerpt(text: string, searched: readonly string[]): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const pieces = text.split(/\s+/).filter(Boolean);
  const at = pieces.findIndex((piece) => words(piece).some((own) => searched.some((word) => own.startsWith(word))));
  const from = Math.max(0, at - BEFORE);
  const shown = shortened(pieces.slice(from).join(' '));
  return from > 0 ? `… ${shown}` : shown;
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS ? text : `${characters.slice(0, MOST_CHARACTERS).join('').trimEnd()} …`;
};
