import { countCapped } from '../database/capped-count';
import { rows } from '../database/rows';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import { recordWordFields, recordWordTable, wordKey, wordTable } from '../fields/word-table';
import { FEW, type QueryRecord, type Quantity } from '../query';
import { and, exists, identifier, list, or, sql, type Sql } from '../sql';
import { words } from '../text/fold';
import { isAnyOf, startsWords } from './conditions';

/** Up to so many records are looked up by their ids; up to so many rows of a word are all looked at. */
export const LIMITS = { listed: 500, sorted: FEW };

/** Sorts behind every other character. */
const LAST = '\u{10FFFF}';

/** The rarest of the longest words of a text, and how many records have it. */
interface RarestWord {
  readonly word: string;
  readonly frequency: Quantity;
}

/** Which of some words was the rarest lately, by their table: of these, nothing is counted for a minute. */
class KnownWords {
  private static readonly MOST_WORDS = 1000;
  private static readonly KEPT_MS = 60_000;
  private readonly known = new Map<string, { readonly rarest: RarestWord; readonly until: number }>();

  get(key: string, { now }: View): RarestWord | undefined {
    const { rarest, until } = this.known.get(key) ?? { until: 0 };
    return until > now.getTime() ? rarest : undefined;
  }

  set(key: string, rarest: RarestWord, { now }: View): void {
    if (this.known.size >= KnownWords.MOST_WORDS) this.known.clear();
    this.known.set(key, { rarest, until: now.getTime() + KnownWords.KEPT_MS });
  }
}

const knownWords = new WeakMap<RecordTypes, KnownWords>();

function knownWordsOf({ types }: View): KnownWords {
  const known = knownWords.get(types) ?? new KnownWords();
  knownWords.set(types, known);
  return known;
}

/** So many words of a text are looked up, the longest ones: each is a join. */
const MOST_JOINED = 3;

/** A table of words. */
interface WordTable {
  readonly table: string;
  /** The fields whose words are looked at, where it has several. */
  readonly fields?: readonly string[];
  /** The field whose words it has, where it is one: of a very long word, the table has the beginning only. */
  readonly field?: string;
}

/** A text whose words are looked for in a table of words. */
export interface SearchedWords {
  readonly text: string;
  readonly where: WordTable;
  /** The records, among them deleted ones, that have its longest words, if they are few. */
  readonly ids?: readonly number[];
  /** The word with whose rows a server may begin, if they are more. */
  readonly rarest?: RarestWord;
}

/** Finds out in how many records of a type the words of a text each begin some word of a field. */
export const searchedWords = (view: View, type: RecordType, field: string, text: string, limits = LIMITS): Promise<SearchedWords> =>
  wordsIn(view, { table: wordTable(type, type.field(field)), field }, text, limits);

/** The same of the texts whose words stand together, or of some of them: each word may be in another. */
export const searchedRecordWords = (
  view: View,
  type: RecordType,
  text: string,
  fields: readonly string[] = recordWordFields(type).map(({ name }) => name),
  limits = LIMITS,
): Promise<SearchedWords> => wordsIn(view, { table: recordWordTable(type), fields }, text, limits);

async function wordsIn(view: View, where: WordTable, text: string, { listed, sorted }: typeof LIMITS): Promise<SearchedWords> {
  const { longest } = longestWords(text);
  if (longest.length === 0) return { text, where };
  const [key, known] = [[where.table, where.fields?.join() ?? '', ...longest].join(' '), knownWordsOf(view)];
  const before = known.get(key, view);
  if (before) return { text, where, rarest: before };
  const ids = await rows(view.em, sql`SELECT w0.id ${recordsWith(where, longest)} LIMIT ${listed + 1}`);
  if (ids.length <= listed) return { text, where, ids: [...new Set(ids.map(([id]) => id as number))] };
  const rarest = await rarestOf(view, where, longest, sorted);
  known.set(key, rarest, view);
  return { text, where, rarest };
}

async function rarestOf({ em }: View, where: WordTable, all: readonly string[], most: number): Promise<RarestWord> {
  const found: { word: string; counted: number }[] = [];
  for (const word of all) found.push({ word, ...(await countCapped(em, recordsWith(where, [word]), most)) });
  const [rarest] = found.toSorted((one, other) => one.counted - other.counted);
  return { word: rarest!.word, frequency: rarest!.counted > most ? 'many' : 'few' };
}

/** From how many records a server may begin that have words of these texts or, where tags are wanted, tags. */
export function beginsElsewhere(searched: readonly (SearchedWords | undefined)[], wantsTags: boolean): Quantity | undefined {
  const frequencies = searched.flatMap((each) => each?.rarest?.frequency ?? []);
  return frequencies.includes('few') ? 'few' : wantsTags || frequencies.length > 0 ? 'many' : undefined;
}

/** The conditions that every word of the text begins a word of the record. Records looked at one by one are compared with all words. */
export function hasWords(record: QueryRecord, { text, where, ids, rarest }: SearchedWords): Sql[] {
  const has = (all: readonly string[]): Sql[] => all.flatMap((word) => hasWord(record, word, where));
  if (ids) return [or(isAnyOf(record.column('id'), ids)), ...(longestWords(text).areAll ? [] : has(words(text)))];
  if (!rarest || record.circumstances.oneByOne) return has(words(text));
  return [...hasRarest(record, rarest, where), ...has(words(text).filter((word) => word !== rarest.word))];
}

/** Few rows are gathered. Many are joined: the database may begin with them or with another condition, and stops when it has enough. */
function hasRarest(record: QueryRecord, { word, frequency }: RarestWord, where: WordTable): Sql[] {
  if (frequency === 'few') return [sql`${record.column('id')} IN (SELECT w0.id ${recordsWith(where, [word])})`];
  record.join(where.table, (alias) => sql`${identifier(alias, 'id')} = ${record.column('id')} AND ${begins(alias, word, where.fields)}`);
  return [];
}

function hasWord(record: QueryRecord, word: string, { table, fields, field }: WordTable): Sql[] {
  const key = wordKey(word);
  if (field !== undefined && key !== word) return startsWords(record.words(field), word);
  return [exists(sql`SELECT 1 FROM ${identifier(table)} w WHERE w.id = ${record.column('id')} AND ${begins('w', key, fields)}`)];
}

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

/** The records that have all of these words, once for each row of the first. */
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
