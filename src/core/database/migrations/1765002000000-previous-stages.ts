import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const COLUMNS: Readonly<Record<string, string>> = { job: 'stageBeforeFilledID', application: 'stageBeforeOfferID' };

/** The stages that jobs and applications return to. */
export class PreviousStages1765002000000 implements MigrationInterface {
  readonly name = 'PreviousStages1765002000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of Object.entries(COLUMNS)) await addColumns(runner, table, { [column]: 'int?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of Object.entries(COLUMNS)) await dropColumns(runner, table, [column]);
  }
}
