import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** What users are to know. */
export class Notifications1763700000820 implements MigrationInterface {
  readonly name = 'Notifications1763700000820';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'notification', {
      columns: {
        id: 'id',
        userID: 'int',
        message: 'long',
        aboutType: 'text(40)?',
        aboutID: 'int?',
        automationID: 'int?',
        runID: 'int?',
        createdDate: 'moment',
        readDate: 'moment?',
      },
      indexes: [['userID', 'id']],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['notification']);
  }
}
