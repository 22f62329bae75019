const SHOWN = 80;

/** A text in quotation marks, on one line, its beginning if it is long. */
export function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return `"${characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : characters.join('')}"`;
}

/** "2 days" */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
