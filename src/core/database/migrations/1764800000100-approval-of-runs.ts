import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const COLUMNS = { approvedByID: 'int?', approvedAt: 'moment?', approvedVersion: 'int?' } as const;

/** Runs over many records may have to be approved. */
export class ApprovalOfRuns1764800000100 implements MigrationInterface {
  readonly name = 'ApprovalOfRuns1764800000100';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'automation_run', COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'automation_run', Object.keys(COLUMNS));
  }
}
