import { words } from '../../src/core/text/fold';
import type { BenchDatabase } from '../database';

const MANY = 10;

/** Values that records of the smallest firm have; every larger one has these records too. */
export interface Sample {
  readonly surnames: readonly string[];
  readonly emails: readonly string[];
  /** First names and surnames. */
  readonly names: readonly string[];
  readonly commonWord: string;
  readonly customValue: string;
  /** A suburb in which about one contact of a hundred lives. */
  readonly suburb: string;
  readonly skill: string;
}

export async function sampleOf(store: BenchDatabase): Promise<Sample> {
  const texts = async (sql: string): Promise<string[]> => (await store.all(sql)).map(([text]) => String(text));
  const mostUsed = (column: string): Promise<string[]> =>
    texts(
      `SELECT ${column} FROM contact WHERE deleted = 0 AND ${column} <> '' GROUP BY ${column} ORDER BY COUNT(*) DESC, ${column} LIMIT ${MANY}`,
    );
  const [[contacts] = []] = await store.all('SELECT COUNT(*) FROM contact WHERE deleted = 0');
  const [suburb = ''] = await texts(
    `SELECT suburb FROM contact WHERE deleted = 0 AND suburb <> '' GROUP BY suburb ORDER BY ABS(COUNT(*) - ${Number(contacts) / 100}), suburb LIMIT 1`,
  );
  const [skill = ''] = await texts(
    'SELECT t.tag FROM tag t JOIN candidate_tag c ON c.tagID = t.id WHERE t.typeID = 1 GROUP BY t.tag ORDER BY COUNT(*) DESC, t.tag LIMIT 1',
  );
  const [customValue = ''] = await mostUsed('customField1');
  return {
    surnames: await mostUsed('surname'),
    emails: await texts(`SELECT email FROM contact WHERE deleted = 0 AND email <> '' ORDER BY id LIMIT ${MANY}`),
    names: await mostUsed('fullName'),
    commonWord: mostCommonWord(await texts('SELECT title FROM job WHERE deleted = 0')),
    customValue,
    suburb,
    skill,
  };
}

function mostCommonWord(titles: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const title of titles) for (const word of new Set(words(title))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}
