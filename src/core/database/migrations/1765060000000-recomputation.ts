import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTables } from './tables';

/** How far the data derived from records has been recomputed since the last migration. */
export class Recomputation1765060000000 implements MigrationInterface {
  readonly name = 'Recomputation1765060000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'recomputation', {
      columns: {
        id: 'int',
        migration: 'bigint',
        isComplete: 'boolean=0',
        step: 'int=0',
        position: 'text(500)?',
        checked: 'bigint',
        differed: 'bigint',
      },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['recomputation']);
  }
}
