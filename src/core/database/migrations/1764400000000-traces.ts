import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const TABLES = ['record_change', 'automation_run', 'delivery'] as const;

/** The trace that a change, a run or a delivery belongs to. */
export class Traces1764400000000 implements MigrationInterface {
  readonly name = 'Traces1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await addColumns(runner, table, { traceparent: 'text(55)?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await dropColumns(runner, table, ['traceparent']);
  }
}
