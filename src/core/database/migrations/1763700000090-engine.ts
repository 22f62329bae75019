import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, createTable, dropColumns, dropIndex, dropTables } from './tables';

/** What automations need in order to run by themselves: what they know of records, who carries out a run, what set it off. */
export class Engine1763700000090 implements MigrationInterface {
  readonly name = 'Engine1763700000090';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'automation', { activatedDate: 'moment?', datesCheckedUntil: 'moment?', pausedReason: 'text(1000)?' });
    await addColumns(runner, 'automation_run', { slot: 'moment?', depth: 'int=1', leaseOwner: 'text(40)?', leaseUntil: 'moment?' });
    await addIndex(runner, 'automation_run', ['automationID', 'slot'], true);
    await addColumns(runner, 'automation_run_record', { sequence: 'bigint?' });
    await addIndex(runner, 'automation_run_record', ['automationID', 'sequence', 'recordID'], true);
    await addIndex(runner, 'automation_run_record', ['runID', 'outcome', 'position']);
    await createTable(runner, 'automation_match', {
      columns: { automationID: 'int', recordID: 'int' },
      primary: ['automationID', 'recordID'],
      references: { automationID: 'automation' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['automation_match']);
    await dropIndex(runner, 'automation_run_record', ['runID', 'outcome', 'position']);
    await dropIndex(runner, 'automation_run_record', ['automationID', 'sequence', 'recordID']);
    await dropColumns(runner, 'automation_run_record', ['sequence']);
    await dropIndex(runner, 'automation_run', ['automationID', 'slot']);
    await dropColumns(runner, 'automation_run', ['slot', 'depth', 'leaseOwner', 'leaseUntil']);
    await dropColumns(runner, 'automation', ['activatedDate', 'datesCheckedUntil', 'pausedReason']);
  }
}
