import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

/** Records of runs that wait to be tried again. */
export class Retries1763700000970 implements MigrationInterface {
  readonly name = 'Retries1763700000970';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'automation_run_record', { attempts: 'int=0', tryAt: 'moment?' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'automation_run_record', ['attempts', 'tryAt']);
  }
}
