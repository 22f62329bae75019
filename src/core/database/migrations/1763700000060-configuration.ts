import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from './tables';

const STAMPS = { createdDate: 'moment?', updatedDate: 'moment?' };

/** Versions of payroll settings; since when pay frequencies and date groups are as they are; date groups that are deleted. */
export class Configuration1763700000060 implements MigrationInterface {
  readonly name = 'Configuration1763700000060';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'payroll_integration', { version: 'int=0' });
    await addColumns(runner, 'pay_frequency', STAMPS);
    await addColumns(runner, 'date_group', { ...STAMPS, deleted: 'boolean=0' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'payroll_integration', ['version']);
    await dropColumns(runner, 'pay_frequency', Object.keys(STAMPS));
    await dropColumns(runner, 'date_group', [...Object.keys(STAMPS), 'deleted']);
  }
}
