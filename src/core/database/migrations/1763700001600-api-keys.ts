import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** API keys, as their hashes. */
export class ApiKeys1763700001600 implements MigrationInterface {
  readonly name = 'ApiKeys1763700001600';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'api_key', {
      columns: {
        id: 'id',
        name: 'text(100)',
        userID: 'int',
        prefix: 'text(20)',
        sha256: 'text(64)',
        createdByID: 'int',
        createdDate: 'moment',
        expiresDate: 'moment?',
        lastUsedDate: 'moment?',
        revokedDate: 'moment?',
        replacedByID: 'int?',
      },
      unique: [['sha256']],
      references: { userID: 'user' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['api_key']);
  }
}
