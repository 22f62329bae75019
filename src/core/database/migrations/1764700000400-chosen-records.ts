import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

/** A run may be of chosen records. */
export class ChosenRecords1764700000400 implements MigrationInterface {
  readonly name = 'ChosenRecords1764700000400';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'automation_run', { chosen: 'long?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'automation_run', ['chosen']);
  }
}
