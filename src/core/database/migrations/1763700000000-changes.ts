import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

/** `automation` has had its version from the beginning. */
const VERSIONED = [
  'activity',
  'application',
  'candidate',
  'client',
  'contact',
  'contact_search',
  'date_group',
  'division',
  'document',
  'interview',
  'job',
  'job_advert',
  'job_search',
  'offer',
  'opportunity',
  'pay_frequency',
  'placement',
  'site',
  'timesheet',
  'user',
];

/** Versions of records, and the changes of records in the order of their commits. */
export class Changes1763700000000 implements MigrationInterface {
  readonly name = 'Changes1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of VERSIONED) await addColumns(runner, table, { version: 'int=0' });
    await createTable(runner, 'counter', { columns: { name: 'text(40)', value: 'bigint' }, primary: ['name'] });
    await createTable(runner, 'record_change', {
      columns: {
        id: 'bigid',
        sequence: 'bigint?',
        type: 'text(40)',
        recordID: 'int',
        action: 'text(10)',
        version: 'int',
        events: 'text(200)',
        fields: 'long',
        concerned: 'long',
        at: 'moment',
        byID: 'int',
        automationID: 'int?',
        runID: 'int?',
        depth: 'int=0',
      },
      unique: [['sequence']],
      indexes: [['at']],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['counter', 'record_change']);
    for (const table of VERSIONED) await dropColumns(runner, table, ['version']);
  }
}
