import { rows } from '../database/rows';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import { wordKey, wordTable } from '../fields/word-table';
import { identifier, list, sql, type Sql } from '../sql';
import { words } from '../text/fold';

/** A word that more records have is common: going through the records in their order finds enough of them soon. */
const MOST_RECORDS = 500;

/** Sorts behind every other character. */
const LAST = '\u{10FFFF}';

/** The words that were common lately, and until when they count as such, by their table: of these, nothing is asked. */
class CommonWords {
  private static readonly MOST_WORDS = 1000;
  private static readonly KEPT_MS = 60_000;
  private readonly until = new Map<string, number>();

  has(key: string, { now }: View): boolean {
    return (this.until.get(key) ?? 0) > now.getTime();
  }

  add(key: string, { now }: View): void {
    if (this.until.size >= CommonWords.MOST_WORDS) this.until.clear();
    this.until.set(key, now.getTime() + CommonWords.KEPT_MS);
  }
}

const commonWords = new WeakMap<RecordTypes, CommonWords>();

function commonWordsOf({ types }: View): CommonWords {
  const known = commonWords.get(types) ?? new CommonWords();
  commonWords.set(types, known);
  return known;
}

/** So many words of a text are looked for, the longest ones: each is a join. */
const MOST_JOINED = 3;

/**
 * The records, among them deleted ones, in which the longest words of a text each begin some word of a field with a table of words;
 * undefined if there are many, or the text has no word.
 */
export async function idsOfRareWord(
  view: View,
  type: RecordType,
  field: string,
  text: string,
  most = MOST_RECORDS,
): Promise<number[] | undefined> {
  const longest = [...new Set(words(text).map(wordKey))].toSorted((one, other) => other.length - one.length).slice(0, MOST_JOINED);
  if (longest.length === 0) return undefined;
  const [table, known] = [wordTable(type, type.field(field)), commonWordsOf(view)];
  const key = [table, ...longest].join(' ');
  if (known.has(key, view)) return undefined;
  const ids = await rows(view.em, sql`SELECT w0.id ${recordsWith(table, longest)} LIMIT ${most + 1}`);
  if (ids.length > most) {
    known.add(key, view);
    return undefined;
  }
  return [...new Set(ids.map(([id]) => id as number))];
}

function recordsWith(table: string, longest: readonly string[]): Sql {
  const alias = (index: number): string => `w${index}`;
  const joined = longest.map((_, index) =>
    index === 0
      ? sql`FROM ${identifier(table)} w0`
      : sql`JOIN ${identifier(table)} ${identifier(alias(index))} ON ${identifier(alias(index), 'id')} = w0.id`,
  );
  const begins = longest.map(
    (word, index) => sql`${identifier(alias(index), 'word')} >= ${word} AND ${identifier(alias(index), 'word')} < ${word + LAST}`,
  );
  return sql`${list(joined, ' ')} WHERE ${list(begins, ' AND ')}`;
}
