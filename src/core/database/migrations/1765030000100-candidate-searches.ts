import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** Saved candidate searches. */
export class CandidateSearches1765030000100 implements MigrationInterface {
  readonly name = 'CandidateSearches1765030000100';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'candidate_search', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        criteria: 'long?',
        createdByID: 'int?',
        createdDate: 'moment?',
        updatedByID: 'int?',
        updatedDate: 'moment?',
        deleted: 'boolean=0',
        version: 'int=0',
      },
      indexes: [['createdByID'], ['updatedByID'], ['createdDate']],
      references: { createdByID: 'user', updatedByID: 'user' },
    });
    await createTable(runner, 'candidate_search_text', { columns: { id: 'int', name: 'long?' } });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['candidate_search', 'candidate_search_text']);
  }
}
