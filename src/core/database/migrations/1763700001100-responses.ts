import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

const TABLES = ['activity_response', 'candidate_response', 'contact_response', 'job_response'];

/** Stored responses. They are empty at first: a record without one is read from its columns, until it changes or `npm run figures` runs. */
export class Responses1763700001100 implements MigrationInterface {
  readonly name = 'Responses1763700001100';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table, { columns: { id: 'int', version: 'int', text: 'long' } });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
