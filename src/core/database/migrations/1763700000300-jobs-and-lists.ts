import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, createTable, dropColumns, dropIndex, dropTables } from './tables';

/** Since when jobs are filled, adverts that expire, and saved lists. */
export class JobsAndLists1763700000300 implements MigrationInterface {
  readonly name = 'JobsAndLists1763700000300';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'job', { filledDate: 'moment?' });
    await runner.query(FILLED_ALREADY);
    await addIndex(runner, 'job_advert', ['statusID', 'expiryDate']);
    await createTable(runner, 'saved_list', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        type: 'text(100)?',
        description: 'long?',
        createdByID: 'int?',
        createdDate: 'moment?',
        updatedByID: 'int?',
        updatedDate: 'moment?',
        deleted: 'boolean=0',
        version: 'int=0',
      },
      indexes: [['createdByID'], ['updatedByID'], ['createdDate']],
      references: { createdByID: 'user', updatedByID: 'user' },
    });
    await createTable(runner, 'saved_list_text', { columns: { id: 'int', name: 'long?', type: 'long?', description: 'long?' } });
    await createTable(runner, 'saved_list_record', {
      columns: { listID: 'int', recordID: 'int', addedByID: 'int', addedDate: 'moment' },
      primary: ['listID', 'recordID'],
      indexes: [['recordID']],
      references: { listID: 'saved_list' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['saved_list', 'saved_list_text', 'saved_list_record']);
    await dropIndex(runner, 'job_advert', ['statusID', 'expiryDate']);
    await dropColumns(runner, 'job', ['filledDate']);
  }
}

/** Jobs that were filled before raise no event now. */
const FILLED_ALREADY = `UPDATE job SET filledDate = updatedDate WHERE candidatesRequired > 0 AND deleted = 0
  AND (SELECT COUNT(*) FROM placement pl WHERE pl.jobID = job.id AND pl.deleted = 0 AND pl.statusID IN (2, 3, 4)) >= candidatesRequired`;
