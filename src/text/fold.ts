/** Letters that Unicode does not decompose, and what people type for them. */
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
 * The one spelling of a text for every comparison, the same on every database: compatibility forms,
 * accents and case removed, control characters and runs of white space one space, ends trimmed.
 * Two texts are equal to a search exactly when their folded forms are.
 */
export function fold(text: string): string {
  return (PLAIN.test(text) ? text.toLowerCase() : foldUnicode(text)).replace(/\s+/g, ' ').trim();
}

function foldUnicode(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[ßẞæÆœŒøØłŁđĐıþÞðÐ]/g, (letter) => LETTERS[letter] ?? letter);
  // upper before lower: some letters meet only in capitals (the final sigma, the long s)
  return letters
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/\p{Cc}|\p{Cf}/gu, ' ');
}

/** What tells things apart by their texts: folded, and cut where a column of so many characters ends, for the few letters that stand for many more. */
export const foldedKey = (text: string, length: number): string => [...fold(text)].slice(0, length).join('').trim();

/** The folded words of a text, in order: runs of letters and digits, with the signs of C++ and C# kept. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}+#]+/gu) ?? [];
}
