import { countCapped, type View } from '../core/database';
import { rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import { recordWordFields, recordWordTable, wordKey, wordTable } from '../core/fields/word-table';
import { begins } from '../core/search';
import { and, exists, identifier, sql, type Sql } from '../core/sql';

/** So many rows of a table of words are read for the rarest word of a text; the other words are looked up for these. */
export const MOST_ROWS = 10_000;
/** The rarest of so many words, the longest ones, is found out. */
const MOST_COUNTED = 3;

/** Records that have been found. */
export interface FoundIDs {
  /** The newest first. */
  readonly ids: readonly number[];
  /** Have only some of the rows been looked at? */
  readonly isCut: boolean;
}

/** A table with words of some fields, and how they are looked for. */
interface WordTable {
  readonly table: string;
  /** Undefined where it has the words of one. */
  readonly fields?: readonly string[];
  readonly areWhole: boolean;
}

/** What is looked for, and how much is looked at. */
interface Limits {
  /** So many rows are read of the rarest word. */
  readonly most?: number;
  /** So many records are enough, the newest of them. */
  readonly wanted?: number;
  /** Are the words complete, rather than beginnings? */
  readonly areWhole?: boolean;
}

/** The records of a type, among them deleted ones, in whose fields each of the words begins a word, or is one. */
export async function withWords(
  view: View,
  type: RecordType,
  fields: readonly string[],
  words: readonly string[],
  { most = MOST_ROWS, wanted = most, areWhole = false }: Limits = {},
): Promise<FoundIDs> {
  if (fields.length === 0) return { ids: [], isCut: false };
  const where = { ...tableOf(type, fields), areWhole };
  const { word: rarest, count } = await rarestOf(view, where, words.map(wordKey), most);
  const others = words.map(wordKey).filter((word) => word !== rarest);
  const has = (word: string): Sql => exists(sql`SELECT 1 FROM ${identifier(where.table)} w WHERE w.id = f.id AND ${isWord(where, word)}`);
  const read = sql`SELECT w.id ${rowsOf(where, rarest)} LIMIT ${most}`;
  // databases look for the other words in this order, until there are enough
  const newestFirst = sql`SELECT DISTINCT l.id FROM (${read}) l ORDER BY l.id DESC LIMIT ${others.length === 0 ? wanted : most}`;
  const counted = count === undefined ? sql`(SELECT COUNT(*) FROM (${read}) c)` : sql`${count}`;
  const found = await rows(view.em, sql`SELECT f.id, ${counted} FROM (${newestFirst}) f WHERE ${and(others.map(has))} LIMIT ${wanted}`);
  return {
    ids: found.map(([id]) => Number(id)).toSorted((one, other) => other - one),
    isCut: (count ?? Number(found[0]?.[1] ?? 0)) >= most,
  };
}

/** Texts whose words stand together; or the one that has a table of its own. */
function tableOf(type: RecordType, fields: readonly string[]): Omit<WordTable, 'areWhole'> {
  const together = new Set(recordWordFields(type).map(({ name }) => name));
  return fields.every((name) => together.has(name))
    ? { table: recordWordTable(type), fields }
    : { table: wordTable(type, type.field(fields[0]!)) };
}

/** The rarest word; how many rows it has is not counted where there is no other. */
async function rarestOf(view: View, where: WordTable, words: readonly string[], most: number): Promise<{ word: string; count?: number }> {
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, MOST_COUNTED);
  if (longest.length < 2) return { word: longest[0] ?? '' };
  const counted = await Promise.all(longest.map(async (word) => ({ word, count: await countOf(view, where, word, most) })));
  return counted.reduce((rarest, each) => (each.count < rarest.count ? each : rarest));
}

const countOf = async ({ em }: View, where: WordTable, word: string, most: number): Promise<number> =>
  (await countCapped(em, rowsOf(where, word), most)).counted;

const rowsOf = (where: WordTable, word: string): Sql => sql`FROM ${identifier(where.table)} w WHERE ${isWord(where, word)}`;

const isWord = ({ fields, areWhole }: WordTable, word: string): Sql =>
  and([...(areWhole ? [sql`${identifier('w', 'word')} = ${word}`] : []), begins('w', word, fields)]);
