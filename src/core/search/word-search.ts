import { countCapped } from '../database/capped-count';
import { rows } from '../database/rows';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import { recordWordFields, recordWordTable, wordKey, wordTable } from '../fields/word-table';
import type { QueryRecord } from '../query';
import { and, exists, identifier, list, or, sql, type Sql } from '../sql';
import { words } from '../text/fold';
import { isAnyOf, startsWords } from './conditions';

/** Up to so many records are looked up by their ids, or by a query of their words. */
export const LIMITS = { listed: 500, queried: 50_000 };

/** Sorts behind every other character. */
const LAST = '\u{10FFFF}';

type Frequency = 'some' | 'many';

/** How many records had a word lately, by its table: of these, nothing is counted for a minute. */
class KnownFrequencies {
  private static readonly MOST_WORDS = 1000;
  private static readonly KEPT_MS = 60_000;
  private readonly known = new Map<string, { readonly frequency: Frequency; readonly until: number }>();

  get(key: string, { now }: View): Frequency | undefined {
    const { frequency, until } = this.known.get(key) ?? { until: 0 };
    return until > now.getTime() ? frequency : undefined;
  }

  set(key: string, frequency: Frequency, { now }: View): void {
    if (this.known.size >= KnownFrequencies.MOST_WORDS) this.known.clear();
    this.known.set(key, { frequency, until: now.getTime() + KnownFrequencies.KEPT_MS });
  }
}

const frequencies = new WeakMap<RecordTypes, KnownFrequencies>();

function frequenciesOf({ types }: View): KnownFrequencies {
  const known = frequencies.get(types) ?? new KnownFrequencies();
  frequencies.set(types, known);
  return known;
}

/** So many words of a text are looked for, the longest ones: each is a join. */
const MOST_JOINED = 3;

/** A table of words, and how a record is compared where it is not looked up there. */
interface WordTable {
  readonly table: string;
  /** The fields whose words are looked at, where it has several. */
  readonly fields?: readonly string[];
  /** Does every word of the text begin a word of the record? */
  readonly every: (record: QueryRecord, text: string) => Sql[];
}

/** A text whose words are looked for in a table of words. */
export interface SearchedWords extends Pick<WordTable, 'every'> {
  readonly text: string;
  /** The records, among them deleted ones, that have its longest words, if they are few. */
  readonly ids?: readonly number[];
  /** A query of these ids, if they are not too many: going through the records in their order finds enough of common words soon. */
  readonly query?: Sql;
}

/** Finds out in how many records of a type the words of a text each begin some word of a field. */
export const searchedWords = (view: View, type: RecordType, field: string, text: string, limits = LIMITS): Promise<SearchedWords> =>
  wordsIn(
    view,
    { table: wordTable(type, type.field(field)), every: (record, searched) => startsWords(record.words(field), searched) },
    text,
    limits,
  );

/** The same of the texts whose words stand together, or of some of them: each word may be in another. */
export const searchedRecordWords = (
  view: View,
  type: RecordType,
  text: string,
  fields: readonly string[] = recordWordFields(type).map(({ name }) => name),
  limits = LIMITS,
): Promise<SearchedWords> =>
  wordsIn(
    view,
    { table: recordWordTable(type), fields, every: (record, searched) => words(searched).map((word) => hasWord(record, word, fields)) },
    text,
    limits,
  );

async function wordsIn(view: View, where: WordTable, text: string, limits: typeof LIMITS): Promise<SearchedWords> {
  const { every } = where;
  const { longest } = longestWords(text);
  if (longest.length === 0) return { text, every };
  const [key, frequencies] = [[where.table, where.fields?.join() ?? '', ...longest].join(' '), frequenciesOf(view)];
  const found = recordsWith(where, longest);
  const query = sql`SELECT w0.id ${found}`;
  if (!frequencies.get(key, view)) {
    const ids = await rows(view.em, sql`${query} LIMIT ${limits.listed + 1}`);
    if (ids.length <= limits.listed) return { text, every, ids: [...new Set(ids.map(([id]) => id as number))] };
    const { counted } = await countCapped(view.em, found, limits.queried);
    frequencies.set(key, counted > limits.queried ? 'many' : 'some', view);
  }
  return frequencies.get(key, view) === 'some' ? { text, every, query } : { text, every };
}

/** The conditions that every word of the text begins a word of the record. */
export function hasWords(record: QueryRecord, { text, every, ids, query }: SearchedWords): Sql[] {
  if (!ids && !query) return every(record, text);
  const hasLongest = ids ? or(isAnyOf(record.column('id'), ids)) : sql`${record.column('id')} IN (${query!})`;
  return longestWords(text).areAll ? [hasLongest] : [hasLongest, ...every(record, text)];
}

/** Of a word longer than those of the table, its beginning. */
const hasWord = (record: QueryRecord, word: string, fields: readonly string[]): Sql =>
  exists(
    sql`SELECT 1 FROM ${identifier(recordWordTable(record.type))} w WHERE w.id = ${record.column('id')} AND ${begins('w', wordKey(word), fields)}`,
  );

/** Is the row of a table of words that of a word with this beginning? */
export const begins = (alias: string, word: string, fields?: readonly string[]): Sql =>
  and([
    sql`${identifier(alias, 'word')} >= ${word} AND ${identifier(alias, 'word')} < ${word + LAST}`,
    ...(fields ? isAnyOf(identifier(alias, 'field'), fields) : []),
  ]);

/** @returns `areAll`: the text has no other words, and the table has them complete */
function longestWords(text: string): { readonly longest: readonly string[]; readonly areAll: boolean } {
  const all = [...new Set(words(text))].toSorted((one, other) => other.length - one.length);
  const longest = [...new Set(all.slice(0, MOST_JOINED).map(wordKey))];
  return { longest, areAll: all.length <= MOST_JOINED && all.every((word) => wordKey(word) === word) };
}

function recordsWith({ table, fields }: WordTable, longest: readonly string[]): Sql {
  const alias = (index: number): string => `w${index}`;
  const joined = longest.map((_, index) =>
    index === 0
      ? sql`FROM ${identifier(table)} w0`
      : sql`JOIN ${identifier(table)} ${identifier(alias(index))} ON ${identifier(alias(index), 'id')} = w0.id`,
  );
  return sql`${list(joined, ' ')} WHERE ${list(
    longest.map((word, index) => begins(alias(index), word, fields)),
    ' AND ',
  )}`;
}
