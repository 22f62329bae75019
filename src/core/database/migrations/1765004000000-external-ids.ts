import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex } from './tables';

const TABLES = ['candidate', 'contact', 'client', 'job', 'application', 'placement', 'timesheet'];

/** The caller's own keys of records. */
export class ExternalIDs1765004000000 implements MigrationInterface {
  readonly name = 'ExternalIDs1765004000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await addColumns(runner, table, { externalID: 'text(100)?', externalKey: 'text(100)?' });
      await addColumns(runner, `${table}_text`, { externalID: 'long?' });
      await addIndex(runner, table, ['externalKey'], true);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await dropIndex(runner, table, ['externalKey']);
      await dropColumns(runner, table, ['externalID', 'externalKey']);
      await dropColumns(runner, `${table}_text`, ['externalID']);
    }
  }
}
