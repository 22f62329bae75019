import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const TABLES = ['record_change', 'automation_run'] as const;

/** Changes and runs know the runs that led to them, instead of how many there were. */
export class Chains1764700000300 implements MigrationInterface {
  readonly name = 'Chains1764700000300';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await addColumns(runner, table, { chain: 'text(300)?' });
      if (await runner.hasColumn(table, 'depth')) await dropColumns(runner, table, ['depth']);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await addColumns(runner, table, { depth: 'int=0' });
      await dropColumns(runner, table, ['chain']);
    }
  }
}
