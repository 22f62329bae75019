/** Letters that Unicode does not decompose, and what people type instead. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  þ: 'th',
  Þ: 'th',
  ı: 'i',
};
const PLAIN = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}/gu;

/**
 * Normalises a text for comparison, identically on every database: compatibility forms, accents and case are removed,
 * control characters and runs of white space become one space, ends are trimmed. Two texts are equal to a search if and
 * only if their folded forms are.
 */
export function fold(text: string): string {
  return (PLAIN.test(text) ? text.toLowerCase() : foldUnicode(text)).replace(/\s+/g, ' ').trim();
}

function foldUnicode(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[ßẞæÆœŒøØłŁđĐıþÞðÐ]/g, (letter) => LETTERS[letter] ?? letter);
  // upper before lower: some letters are equal only in upper case (long s); lower case alone gives sigma two forms
  return letters
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\p{Cc}|\p{Cf}/gu, ' ');
}

/** A unique key from a text: folded, and cut to the length of its column, because some letters fold to several. */
export const foldedKey = (text: string, length: number): string => [...fold(text)].slice(0, length).join('').trim();

/** The folded words of a text, in order: runs of letters and digits, with the signs of C++ and C# kept. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}+#]+/gu) ?? [];
}
