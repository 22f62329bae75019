import type { MigrationInterface, QueryRunner } from 'typeorm';
import { identifier } from '../../sql';
import { addIndex, createTable, dropIndex, dropTables } from './tables';

const BATCH = 500;
/** SQLite takes 32,766 parameters. */
const ROWS = 10_000;
const LENGTH = 64;

/** The tables of words, and the folded texts that they come from. */
const WORDS = { contact_jobTitle_word: ['contact_text', 'jobTitleWords'], activity_notes_word: ['activity_text', 'notesWords'] } as const;

/** Texts that have their key in a table beside the record. */
const TEXT_KEYS: Readonly<Record<string, readonly string[]>> = {
  client: ['description', 'phone', 'website', 'registrationNumber', 'divisions'],
  contact: [
    ...customFields(1, 10),
    ...customFields(21, 40),
    ...['address1', 'address2', 'address3', 'postcode', 'countryCode', 'phone', 'phone_Standardised', 'mobile', 'mobile_Standardised'],
    ...['email2', 'jobTitle', 'professionalNetworkUrl', 'description', 'photoName', 'photoUrl', 'professionalNetworkProfilePictureUrl'],
    ...['divisions', 'location'],
  ],
  job: [
    ...customFields(1, 10),
    ...customFields(21, 30),
    ...customFields(41, 50),
    ...['remunerationComment', 'videoLink', 'description', 'address1', 'address2', 'address3', 'postcode', 'countryCode', 'shortAddress'],
    ...['fullAddress', 'payRange', 'consultantInfo1', 'consultantInfo2', 'consultantInfo3', 'consultantInfo4', 'consultantInfo5'],
    ...['outcomeComments', 'clientReference'],
  ],
};

const INDEXES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  client_index: [['industry', 'deleted']],
  contact_index: [['state', 'deleted']],
  job_index: [
    ['type', 'deleted'],
    ['state', 'deleted'],
    ['source', 'deleted'],
  ],
  candidate_figure: [['lastApplicationDate'], ['lastActivityDate'], ['nextActivityDate']],
  client_figure: [['openJobs'], ['contacts'], ['placements'], ['lastActivityDate'], ['nextActivityDate']],
  contact_figure: [
    ['openJobs'],
    ['placements'],
    ['lastActivityDate'],
    ['nextActivityDate'],
    ['lastContactDate'],
    ['nextContactDate'],
    ['lastMeetingDate'],
    ['nextMeetingDate'],
  ],
  job_figure: [['total'], ['placements']],
};

/** Keys for every text of jobs, contacts and clients and for figures; the words of contact titles and of notes. */
export class Keys1763700001400 implements MigrationInterface {
  readonly name = 'Keys1763700001400';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, keys] of Object.entries(INDEXES)) for (const key of keys) await addIndex(runner, table, key);
    for (const [table, fields] of Object.entries(TEXT_KEYS)) await addTextKeys(runner, table, fields);
    for (const [table, [texts, column]] of Object.entries(WORDS)) await addWords(runner, table, texts, column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [...Object.keys(WORDS), ...Object.keys(TEXT_KEYS).map((table) => `${table}_key`)]);
    for (const [table, keys] of Object.entries(INDEXES)) for (const key of keys) await dropIndex(runner, table, key);
  }
}

/** Rows in the order of the table, and its other key in one go at the end, take a fraction of the time. */
async function addTextKeys(runner: QueryRunner, table: string, fields: readonly string[]): Promise<void> {
  const [keys, texts] = [identifier(`${table}_key`).text, identifier(`${table}_text`).text];
  await createTable(runner, `${table}_key`, {
    columns: { field: 'text(60)', value: 'text(200)', id: 'int' },
    primary: ['field', 'value', 'id'],
  });
  for (const field of fields.toSorted()) {
    // rows that are there are of a migration that was interrupted
    await runner.query(`DELETE FROM ${keys} WHERE field = '${field}'`);
    const value = `RTRIM(SUBSTR(${identifier(field).text}, 1, 200))`;
    await runner.query(
      `INSERT INTO ${keys} (field, value, id) SELECT '${field}', ${value}, id FROM ${texts} WHERE ${identifier(field).text} IS NOT NULL ORDER BY 2, 3`,
    );
  }
  await addIndex(runner, `${table}_key`, ['id', 'field']);
}

async function addWords(runner: QueryRunner, table: string, texts: string, column: string): Promise<void> {
  const name = identifier(table).text;
  await createTable(runner, table, { columns: { word: `text(${LENGTH})`, id: 'int' }, primary: ['word', 'id'] });
  await runner.query(`DELETE FROM ${name}`);
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const found = (await runner.query(
      `SELECT id, ${column} AS words FROM ${identifier(texts).text} WHERE id > ${last} ORDER BY id LIMIT ${BATCH}`,
    )) as { id: number; words: string | null }[];
    if (found.length === 0) break;
    const words = found.flatMap(({ id, words: text }) => wordsOf(text).map((word) => [word, id]));
    for (let from = 0; from < words.length; from += ROWS) {
      const part = words.slice(from, from + ROWS);
      await runner.query(`INSERT INTO ${name} (word, id) VALUES ${part.map(() => '(?, ?)').join(', ')}`, part.flat());
    }
    last = found.at(-1)!.id;
  }
  await addIndex(runner, table, ['id']);
}

const wordsOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split(' ')
      .filter(Boolean)
      .map((word) => [...word].slice(0, LENGTH).join('')),
  ),
];

function customFields(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `customField${from + index}`);
}
