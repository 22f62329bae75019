/** As texts are compared: without accents and case, each run of white space one space. Enough for the texts of the benchmark. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}+#]+/gu) ?? [];

/** The words with spaces around each, as they are searched. */
export const wordText = (text: string): string => ` ${wordsOf(text).join(' ')} `;
