import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

const AGAIN = { completedDate: 'moment?', isSettled: 'boolean=0' };

/** When processes of a release have last been there, and that the recomputation is done once more when those of earlier ones have gone. */
export class ReleasesInUse1766085000000 implements MigrationInterface {
  readonly name = 'ReleasesInUse1766085000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'release_in_use', { columns: { migration: 'bigint', seenDate: 'moment' }, primary: ['migration'] });
    await addColumns(runner, 'recomputation', AGAIN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'recomputation', Object.keys(AGAIN));
    await dropTables(runner, ['release_in_use']);
  }
}
