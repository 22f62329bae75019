import { fold } from './fold';

/** The folded words of a text: runs of letters and digits, with the signs of C++ and C#. */
export function words(text: string): string[] {
  const found: string[] = [];
  let isInWord = false;
  for (const letter of fold(text)) {
    const isWordLetter = letter === '+' || letter === '#' || /^[\p{L}\p{N}]$/u.test(letter);
    if (isWordLetter && isInWord) found.push(`${found.pop()!}${letter}`);
    else if (isWordLetter) found.push(letter);
    isInWord = isWordLetter;
  }
  return found;
}
