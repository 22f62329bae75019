import type { MigrationInterface, QueryRunner } from 'typeorm';
import { identifier } from '../../sql';
import { addIndex, createTable, dropTables } from './tables';

const BATCH = 500;
/** SQLite takes 32,766 parameters. */
const ROWS = 10_000;
const LENGTH = 64;
const WORDS = /[\p{L}\p{N}+#]+/gu;

/** The texts by whose words records are found. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  candidate: ['preferredName', 'fullName', 'jobTitle', 'employer', 'summary'],
  contact: ['fullName', 'jobTitle'],
  client: ['name', 'registrationNumber'],
  job: ['jobReference', 'title'],
  placement: ['reference'],
  document: ['name'],
};

/** One table of words for several texts of a record, filled from the folded texts. */
export class WordsOfRecords1765030000000 implements MigrationInterface {
  readonly name = 'WordsOfRecords1765030000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, fields] of Object.entries(TEXTS)) {
      await createTable(runner, `${table}_word`, {
        columns: { field: 'text(60)', word: `text(${LENGTH})`, id: 'int' },
        primary: ['field', 'word', 'id'],
      });
      await fill(runner, table, fields);
      await addIndex(runner, `${table}_word`, ['id', 'word']);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(
      runner,
      Object.keys(TEXTS).map((table) => `${table}_word`),
    );
  }
}

async function fill(runner: QueryRunner, table: string, fields: readonly string[]): Promise<void> {
  const [words, texts] = [identifier(`${table}_word`).text, identifier(`${table}_text`).text];
  const names = fields.map((field) => identifier(field).text).join(', ');
  // rows that are there are of a migration that was interrupted
  await runner.query(`DELETE FROM ${words}`);
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const found = (await runner.query(`SELECT id, ${names} FROM ${texts} WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`)) as ({
      id: number;
    } & Record<string, string | null>)[];
    if (found.length === 0) return;
    const rows = found.flatMap((record) => fields.flatMap((field) => wordsOf(record[field]).map((word) => [field, word, record.id])));
    for (let from = 0; from < rows.length; from += ROWS) {
      const part = rows.slice(from, from + ROWS);
      await runner.query(`INSERT INTO ${words} (field, word, id) VALUES ${part.map(() => '(?, ?, ?)').join(', ')}`, part.flat());
    }
    last = found.at(-1)!.id;
  }
}

const wordsOf = (text: string | null | undefined): string[] => [
  ...new Set((text?.match(WORDS) ?? []).map((word) => [...word].slice(0, LENGTH).join(''))),
];
