const MAX_LENGTH = 80;

/** A text in quotation marks on one line, truncated if it is long. */
export function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return `"${characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : characters.join('')}"`;
}

/** What an action writes: its own text, in quotation marks, or which template. */
export const textOrTemplate = (own: string | undefined, templateId: number | undefined): string =>
  own === undefined ? `by template ${templateId}` : quoted(own);

/** "2 days" */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
