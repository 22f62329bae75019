import type { RecordType } from '../fields/record-type';

/** The name of a type in a sentence: `JobAdvert` is "job advert". */
export const displayName = ({ name }: Pick<RecordType, 'name'>): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** Plural: opportunities, searches, clients. */
export const pluralOf = (name: string): string =>
  /y$/.test(name) ? `${name.slice(0, -1)}ies` : /(ch|s|x)$/.test(name) ? `${name}es` : `${name}s`;

export const withArticle = (word: string): string => `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
