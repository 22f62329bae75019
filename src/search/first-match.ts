import { fold, words } from '../core/text/fold';

/** So much of a text is folded at a time: what follows the first match need not be. */
const AT_A_TIME = 4000;

/** Where the piece of a text is, between spaces, in which a word begins with one of those searched for; undefined: nowhere. */
export function firstMatch(text: string, searched: readonly string[]): number | undefined {
  for (const { start, part } of partsOf(text)) {
    if (!beginsWord(fold(part), searched)) continue;
    for (const { 0: piece, index } of part.matchAll(/\S+/g))
      if (words(piece).some((own) => searched.some((word) => own.startsWith(word)))) return start + index;
  }
  return undefined;
}

/** They end at spaces, so that their words are those of the text. */
function* partsOf(text: string): Generator<{ readonly start: number; readonly part: string }> {
  const space = /\s/g;
  for (let start = 0; start < text.length;) {
    space.lastIndex = start + AT_A_TIME;
    const end = space.exec(text)?.index ?? text.length;
    yield { start, part: text.slice(start, end) };
    start = end;
  }
}

/** Without taking all words apart. */
const beginsWord = (folded: string, searched: readonly string[]): boolean =>
  searched.some((word) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      if (!/[\p{L}\p{N}+#]$/u.test(folded.slice(Math.max(0, at - 2), at))) return true;
    return false;
  });
