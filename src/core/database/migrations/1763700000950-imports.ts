import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** What came of the rows of imports, for those that are sent again. */
export class Imports1763700000950 implements MigrationInterface {
  readonly name = 'Imports1763700000950';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'import_row', {
      columns: { userID: 'int', idempotencyKey: 'text(255)', rowNumber: 'int', request: 'text(100)', answer: 'long?', at: 'moment' },
      primary: ['userID', 'idempotencyKey', 'rowNumber'],
      indexes: [['at']],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['import_row']);
  }
}
