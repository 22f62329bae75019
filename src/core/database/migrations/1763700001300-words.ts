import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, createTable, dropTables } from './tables';

const BATCH = 2000;
/** SQLite takes 32,766 parameters. */
const ROWS = 10_000;
const LENGTH = 64;

/** The words of job titles, filled from those in the folded texts. */
export class Words1763700001300 implements MigrationInterface {
  readonly name = 'Words1763700001300';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'job_title_word', { columns: { word: `text(${LENGTH})`, id: 'int' }, primary: ['word', 'id'] });
    await fill(runner);
    await addIndex(runner, 'job_title_word', ['id']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['job_title_word']);
  }
}

async function fill(runner: QueryRunner): Promise<void> {
  // rows that are there are of a migration that was interrupted
  await runner.query('DELETE FROM job_title_word');
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const texts = (await runner.query(`SELECT id, titleWords FROM job_text WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`)) as {
      id: number;
      titleWords: string | null;
    }[];
    if (texts.length === 0) return;
    const found = texts.flatMap(({ id, titleWords }) => wordsOf(titleWords).map((word) => [word, id]));
    for (let from = 0; from < found.length; from += ROWS) {
      const part = found.slice(from, from + ROWS);
      await runner.query(`INSERT INTO job_title_word (word, id) VALUES ${part.map(() => '(?, ?)').join(', ')}`, part.flat());
    }
    last = texts.at(-1)!.id;
  }
}

const wordsOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split(' ')
      .filter(Boolean)
      .map((word) => [...word].slice(0, LENGTH).join('')),
  ),
];
