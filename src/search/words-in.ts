import { countCapped, type View } from '../core/database';
import { rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import { recordWordFields, recordWordTable, wordKey, wordTable } from '../core/fields/word-table';
import { begins } from '../core/search';
import { and, exists, identifier, sql, type Sql } from '../core/sql';

/** So many rows of a table of words are read for the rarest word of a text; the other words are looked up for these. */
const MOST_ROWS = 10_000;
/** The rarest of so many words, the longest ones, is found out. */
const MOST_COUNTED = 3;

/** Records that have been found. */
export interface FoundIDs {
  /** The newest first. */
  readonly ids: readonly number[];
  /** Have only some of the rows been looked at? */
  readonly isCut: boolean;
}

/** A table with words of some fields. */
interface WordTable {
  readonly table: string;
  /** Undefined where it has the words of one. */
  readonly fields?: readonly string[];
}

/** The records of a type, among them deleted ones, in whose fields each of the words begins a word. @param most rows that are read */
export async function withWords(
  view: View,
  type: RecordType,
  fields: readonly string[],
  words: readonly string[],
  most = MOST_ROWS,
): Promise<FoundIDs> {
  if (fields.length === 0) return { ids: [], isCut: false };
  const where = tableOf(type, fields);
  const rarest = await rarestOf(view, where, words.map(wordKey), most);
  const others = words.map(wordKey).filter((word) => word !== rarest);
  const has = (word: string): Sql =>
    exists(sql`SELECT 1 FROM ${identifier(where.table)} w WHERE w.id = f.id AND ${begins('w', word, where.fields)}`);
  const found = await rows(
    view.em,
    sql`SELECT f.id, COUNT(*) FROM (SELECT w.id ${rowsOf(where, rarest)} LIMIT ${most}) f GROUP BY f.id HAVING ${and(others.map(has))} ORDER BY f.id DESC`,
  );
  const read = others.length === 0 ? found.reduce((sum, [, count]) => sum + Number(count), 0) : await countOf(view, where, rarest, most);
  return { ids: found.map(([id]) => Number(id)), isCut: read >= most };
}

/** Texts whose words stand together; or the one that has a table of its own. */
function tableOf(type: RecordType, fields: readonly string[]): WordTable {
  const together = new Set(recordWordFields(type).map(({ name }) => name));
  return fields.every((name) => together.has(name))
    ? { table: recordWordTable(type), fields }
    : { table: wordTable(type, type.field(fields[0]!)) };
}

async function rarestOf(view: View, where: WordTable, words: readonly string[], most: number): Promise<string> {
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, MOST_COUNTED);
  if (longest.length < 2) return longest[0] ?? '';
  const counted = await Promise.all(longest.map(async (word) => ({ word, count: await countOf(view, where, word, most) })));
  return counted.reduce((rarest, each) => (each.count < rarest.count ? each : rarest)).word;
}

const countOf = async ({ em }: View, where: WordTable, word: string, most: number): Promise<number> =>
  (await countCapped(em, rowsOf(where, word), most)).counted;

const rowsOf = ({ table, fields }: WordTable, word: string): Sql => sql`FROM ${identifier(table)} w WHERE ${begins('w', word, fields)}`;
