import type { MigrationInterface, QueryRunner } from 'typeorm';
import { identifier } from '../../sql';
import { addIndex, createTable, dropTables } from './tables';

/** The columns of an index row besides `id` and `deleted`, and those that have a key. Texts come folded from `<table>_text`. */
interface IndexRows {
  readonly columns: Readonly<Record<string, string>>;
  readonly keys: readonly (string | readonly string[])[];
}

const TEXT = 'text(200)?';

const INDEX_ROWS: Readonly<Record<string, IndexRows>> = {
  candidate: {
    columns: {
      firstName: TEXT,
      lastName: TEXT,
      fullName: TEXT,
      email1: TEXT,
      jobTitle: TEXT,
      lastUpdateDate: 'moment?',
      suburb: TEXT,
      state: TEXT,
      jobSeekingStatusID: 'int?',
      profileStatusID: 'int?',
      isRedFlagged: 'boolean=0',
      availabilityDate: 'moment?',
      optOut: 'boolean=0',
      ownerID: 'int?',
      ratingID: 'int?',
      latitude: 'double?',
      longitude: 'double?',
      createdDate: 'moment?',
    },
    keys: [
      'firstName',
      'lastName',
      'fullName',
      'email1',
      'lastUpdateDate',
      'suburb',
      'profileStatusID',
      'availabilityDate',
      'ownerID',
      'createdDate',
    ],
  },
  client: {
    columns: {
      createdDate: 'moment?',
      updatedDate: 'moment?',
      name: TEXT,
      industry: TEXT,
      email: TEXT,
      statusID: 'int?',
      ownerID: 'int?',
      ratingID: 'int?',
    },
    keys: ['createdDate', 'updatedDate', 'name', 'email', 'statusID', 'ownerID'],
  },
  contact: {
    columns: {
      firstName: TEXT,
      surname: TEXT,
      fullName: TEXT,
      siteID: 'int?',
      suburb: TEXT,
      state: TEXT,
      clientID: 'int?',
      email: TEXT,
      statusID: 'int?',
      optOut: 'boolean=0',
      ownerID: 'int?',
      ratingID: 'int?',
      latitude: 'double?',
      longitude: 'double?',
      createdByID: 'int?',
      createdDate: 'moment?',
      updatedDate: 'moment?',
    },
    keys: ['firstName', 'surname', 'fullName', 'suburb', 'clientID', 'email', 'statusID', 'ownerID', 'createdDate', 'updatedDate'],
  },
  job: {
    columns: {
      jobReference: TEXT,
      title: TEXT,
      stageID: 'int?',
      type: TEXT,
      suburb: TEXT,
      state: TEXT,
      salaryFrom: 'double=0',
      salaryTo: 'double=0',
      deadline: 'moment?',
      closeDate: 'moment?',
      startDate: 'moment?',
      consultantID1: 'int?',
      consultantID2: 'int?',
      consultantID3: 'int?',
      consultantID4: 'int?',
      consultantID5: 'int?',
      clientID: 'int?',
      division: 'int?',
      source: TEXT,
      createdDate: 'moment?',
      updatedDate: 'moment?',
    },
    keys: [
      'jobReference',
      'title',
      'stageID',
      'suburb',
      'salaryFrom',
      'deadline',
      'closeDate',
      'consultantID1',
      'clientID',
      ['createdDate', 'deleted', 'id', 'stageID', 'division'],
      'updatedDate',
    ],
  },
};

/** What searches ask most of jobs, contacts, candidates and clients, in narrow rows with keys. */
export class IndexRows1763700001200 implements MigrationInterface {
  readonly name = 'IndexRows1763700001200';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, rows] of Object.entries(INDEX_ROWS)) await addIndexRows(runner, table, rows);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(
      runner,
      Object.keys(INDEX_ROWS).map((table) => `${table}_index`),
    );
  }
}

/** Keys that are added to rows are built in one go, which takes a fraction of the time of rows added to keys. */
async function addIndexRows(runner: QueryRunner, table: string, { columns, keys }: IndexRows): Promise<void> {
  const indexes = keys.map((key) => (typeof key === 'string' ? [key, 'deleted'] : key));
  const [first] = (await runner.query(`SELECT id FROM ${identifier(table).text} LIMIT 1`)) as unknown[];
  const isFilled = first !== undefined;
  await createTable(runner, `${table}_index`, {
    columns: { id: 'int', deleted: 'boolean=0', ...columns },
    indexes: isFilled ? [] : indexes,
  });
  if (!isFilled) return;
  await runner.query(filling(table, columns));
  for (const index of indexes) await addIndex(runner, `${table}_index`, index);
}

/** Rows that are there are of a migration that was interrupted. */
function filling(table: string, columns: IndexRows['columns']): string {
  const names = ['id', 'deleted', ...Object.keys(columns)];
  const name = (column: string): string => identifier(column).text;
  const value = (column: string): string => (columns[column] === TEXT ? `RTRIM(SUBSTR(t.${name(column)}, 1, 200))` : `r.${name(column)}`);
  return `INSERT INTO ${name(`${table}_index`)} (${names.map(name).join(', ')}) SELECT ${names.map(value).join(', ')}
    FROM ${name(table)} r LEFT JOIN ${name(`${table}_text`)} t ON t.id = r.id
    WHERE NOT EXISTS (SELECT 1 FROM ${name(`${table}_index`)} i WHERE i.id = r.id)`;
}
