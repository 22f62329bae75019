import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** Answers to requests that came with a key, and when chores are due. */
export class Feed1763700000050 implements MigrationInterface {
  readonly name = 'Feed1763700000050';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'chore', { columns: { name: 'text(100)', due: 'moment' }, primary: ['name'] });
    await createTable(runner, 'idempotent_answer', {
      columns: {
        userID: 'int',
        idempotencyKey: 'text(255)',
        request: 'text(100)',
        status: 'int=0',
        headers: 'long?',
        body: 'long?',
        at: 'moment',
      },
      primary: ['userID', 'idempotencyKey'],
      indexes: [['at']],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['chore', 'idempotent_answer']);
  }
}
