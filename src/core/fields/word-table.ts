import { words } from '../text/fold';
import type { Field } from './field';
import { perType } from './per-type';
import type { RecordType } from './record-type';

/**
 * The words of a text that is searched by words stand in a table of their own, one row each: a search for a word that few records have
 * need not look at all others.
 */
export const wordTable = ({ table }: RecordType, { name }: Field): string => `${table}_${name}_word`;

/** The fields of a type whose words have a table. */
export const wordFields = perType((type): readonly Field[] => type.fields.filter(({ searchedByWords }) => searchedByWords));

/** The words of several texts of a record, each with the name of its field: one search finds it by any of them. */
export const recordWordTable = ({ table }: RecordType): string => `${table}_word`;

/** The fields of a type whose words are there. Those of a figure are written by whoever writes what it is computed from. */
export const recordWordFields = perType((type): readonly Field[] => type.fields.filter(({ amongWords }) => amongWords));

/** So many characters of a word are in the table. */
export const WORD_LENGTH = 64;

export const wordKey = (word: string): string => [...word].slice(0, WORD_LENGTH).join('');

/** The words of a text as its table has them, each once. */
export const wordKeys = (text: unknown): string[] => (typeof text === 'string' ? [...new Set(words(text).map(wordKey))] : []);

/** So many different words of a text are among those of its record, the first ones: a file may consist of numbers. */
const MOST_RECORD_WORDS = 5000;

export const recordWordKeys = (text: unknown): string[] => wordKeys(text).slice(0, MOST_RECORD_WORDS);
