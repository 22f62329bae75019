import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

const STATUSES = ['Draft', 'Approved', 'Completed', 'Cancelled'];

/** Pay runs and their lines. Whoever works on the placements so far is an employee. */
export class PayRuns1765010000000 implements MigrationInterface {
  readonly name = 'PayRuns1765010000000';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'placement', { workerKind: 'int=1' });
    await createTable(runner, 'pay_run', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        division: 'int?',
        payFrequencyID: 'int?',
        periodEnd: 'moment?',
        statusID: 'int?',
        timesheets: 'int=0',
        fees: 'int=0',
        totalPay: 'amount=0',
        totalOnCosts: 'amount=0',
        totalCharge: 'amount=0',
        totalMargin: 'amount=0',
        createdByID: 'int?',
        createdDate: 'moment?',
        updatedByID: 'int?',
        updatedDate: 'moment?',
        approvedByID: 'int?',
        approvedDate: 'moment?',
        completedDate: 'moment?',
        cancelledDate: 'moment?',
        version: 'int=0',
      },
      indexes: [['division'], ['payFrequencyID'], ['createdByID'], ['createdDate'], ['updatedByID'], ['approvedByID']],
      references: {
        division: 'division',
        payFrequencyID: 'pay_frequency',
        createdByID: 'user',
        updatedByID: 'user',
        approvedByID: 'user',
      },
    });
    await createTable(runner, 'pay_run_text', { columns: { id: 'int', name: 'long?' } });
    await createTable(runner, 'pay_run_line', {
      columns: {
        id: 'id',
        payRunID: 'int?',
        kind: 'text(100)?',
        timesheetID: 'int?',
        placementID: 'int?',
        candidateID: 'int?',
        clientID: 'int?',
        day: 'moment?',
        rateKindID: 'int?',
        hours: 'double=0',
        days: 'double=0',
        workerKind: 'int=1',
        region: 'text(100)?',
        superItemID: 'int=0',
        chargeItemID: 'int=0',
        glGroup: 'int=0',
        incomeAccount: 'text(100)?',
        expenseAccount: 'text(100)?',
        pay: 'amount=0',
        onCosts: 'amount=0',
        charge: 'amount=0',
        margin: 'amount=0',
        claim: 'text(40)?',
      },
      unique: [['claim']],
      indexes: [['payRunID'], ['timesheetID'], ['placementID'], ['candidateID'], ['clientID']],
      references: {
        payRunID: 'pay_run',
        timesheetID: 'timesheet',
        placementID: 'placement',
        candidateID: 'candidate',
        clientID: 'client',
      },
    });
    await createTable(runner, 'pay_run_line_text', {
      columns: { id: 'int', kind: 'long?', region: 'long?', incomeAccount: 'long?', expenseAccount: 'long?' },
    });
    await runner.query("DELETE FROM lookup WHERE list = 'payRunStatus'");
    for (const [index, name] of STATUSES.entries())
      await runner.query('INSERT INTO lookup (list, id, name, folded, closed) VALUES (?, ?, ?, ?, 0)', [
        'payRunStatus',
        index + 1,
        name,
        name.toLowerCase(),
      ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM lookup WHERE list = 'payRunStatus'");
    await dropTables(runner, ['pay_run', 'pay_run_text', 'pay_run_line', 'pay_run_line_text']);
    await dropColumns(runner, 'placement', ['workerKind']);
  }
}
