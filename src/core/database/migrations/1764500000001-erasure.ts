import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const PERSONS = ['candidate', 'contact'] as const;

/** When all that is personal was removed. */
export class Erasure1764500000001 implements MigrationInterface {
  readonly name = 'Erasure1764500000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of PERSONS) await addColumns(runner, table, { erasedDate: 'moment?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of PERSONS) await dropColumns(runner, table, ['erasedDate']);
  }
}
