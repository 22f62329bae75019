import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, createTable, dropIndex, dropTables } from './tables';

const LIST = 'complianceChecklist';

/** The entries of the lookup list become checklists with the same ids, without items: nothing is required until the firm says so. */
export class Checklists1765005000100 implements MigrationInterface {
  readonly name = 'Checklists1765005000100';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'checklist', {
      columns: { id: 'id', name: 'text(200)?', createdDate: 'moment?', updatedDate: 'moment?', deleted: 'boolean=0', version: 'int=0' },
    });
    await createTable(runner, 'checklist_text', { columns: { id: 'int', name: 'long?' } });
    await createTable(runner, 'checklist_item', {
      columns: {
        id: 'id',
        checklistID: 'int?',
        position: 'int=0',
        name: 'text(200)?',
        kind: 'text(100)?',
        documentTypeID: 'int?',
        warnDays: 'int=0',
        required: 'boolean=0',
        deleted: 'boolean=0',
      },
      indexes: [['checklistID']],
      references: { checklistID: 'checklist' },
    });
    await createTable(runner, 'checklist_item_text', { columns: { id: 'int', name: 'long?', kind: 'long?' } });
    await createTable(runner, 'compliance_statement', {
      columns: {
        id: 'id',
        placementID: 'int?',
        candidateID: 'int?',
        itemID: 'int?',
        text: 'long?',
        expiryDate: 'moment?',
        createdByID: 'int?',
        createdDate: 'moment?',
        withdrawnDate: 'moment?',
        withdrawnByID: 'int?',
        withdrawalReason: 'text(1000)?',
        version: 'int=0',
      },
      indexes: [['placementID'], ['candidateID'], ['itemID'], ['createdByID'], ['withdrawnByID']],
      references: {
        placementID: 'placement',
        candidateID: 'candidate',
        itemID: 'checklist_item',
        createdByID: 'user',
        withdrawnByID: 'user',
      },
    });
    await createTable(runner, 'compliance_statement_text', { columns: { id: 'int', text: 'long?', withdrawalReason: 'long?' } });
    await createTable(runner, 'expiry_warning', {
      columns: { placementID: 'int', itemID: 'int', lastDay: 'text(10)', warnedDate: 'moment' },
      primary: ['placementID', 'itemID', 'lastDay'],
      references: { placementID: 'placement', itemID: 'checklist_item' },
    });
    await addIndex(runner, 'job', ['complianceChecklistID']);
    await moveEntries(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO lookup (list, id, name, folded)
        SELECT '${LIST}', c.id, COALESCE(c.name, ''), COALESCE(SUBSTR(t.name, 1, 200), '') FROM checklist c LEFT JOIN checklist_text t ON t.id = c.id`,
    );
    await dropIndex(runner, 'job', ['complianceChecklistID']);
    await dropTables(runner, [
      'checklist',
      'checklist_text',
      'checklist_item',
      'checklist_item_text',
      'compliance_statement',
      'compliance_statement_text',
      'expiry_warning',
    ]);
  }
}

/** Those that are there are of a migration that was interrupted; what is deleted last is still in the list then. */
async function moveEntries(runner: QueryRunner): Promise<void> {
  const others = (table: string): string => `list = '${LIST}' AND id NOT IN (SELECT id FROM ${table})`;
  await runner.query(`INSERT INTO checklist (id, name, version) SELECT id, name, 1 FROM lookup WHERE ${others('checklist')}`);
  await runner.query(`INSERT INTO checklist_text (id, name) SELECT id, folded FROM lookup WHERE ${others('checklist_text')}`);
  await runner.query(`DELETE FROM lookup WHERE list = '${LIST}'`);
}
