import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, dropTables } from './tables';

/** Charge runs and their lines, and the purchase orders by which they are grouped. */
export class ChargeRuns1765020000000 implements MigrationInterface {
  readonly name = 'ChargeRuns1765020000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['placement', 'timesheet']) {
      await addColumns(runner, table, { purchaseOrder: 'text(100)?' });
      await addColumns(runner, `${table}_text`, { purchaseOrder: 'long?' });
    }
    await createTable(runner, 'charge_run', {
      columns: {
        id: 'id',
        name: 'text(200)?',
        division: 'int?',
        payFrequencyID: 'int?',
        periodEnd: 'moment?',
        statusID: 'int?',
        timesheets: 'int=0',
        fees: 'int=0',
        createdByID: 'int?',
        createdDate: 'moment?',
        updatedByID: 'int?',
        updatedDate: 'moment?',
        approvedByID: 'int?',
        approvedDate: 'moment?',
        completedDate: 'moment?',
        cancelledDate: 'moment?',
        version: 'int=0',
        clients: 'int=0',
        totalCharge: 'amount=0',
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
    await createTable(runner, 'charge_run_text', { columns: { id: 'int', name: 'long?' } });
    await createTable(runner, 'charge_run_line', {
      columns: {
        id: 'id',
        kind: 'text(100)?',
        timesheetID: 'int?',
        placementID: 'int?',
        candidateID: 'int?',
        clientID: 'int?',
        rateKindID: 'int?',
        hours: 'double=0',
        days: 'double=0',
        workerKind: 'int=1',
        region: 'text(100)?',
        incomeAccount: 'text(100)?',
        charge: 'amount=0',
        chargeRunID: 'int?',
        purchaseOrder: 'text(100)?',
        periodStart: 'moment?',
        periodEnd: 'moment?',
        chargeRate: 'amount=0',
        rateUnits: 'int?',
        claim: 'text(40)?',
      },
      unique: [['claim']],
      indexes: [['chargeRunID'], ['timesheetID'], ['placementID'], ['candidateID'], ['clientID']],
      references: {
        chargeRunID: 'charge_run',
        timesheetID: 'timesheet',
        placementID: 'placement',
        candidateID: 'candidate',
        clientID: 'client',
      },
    });
    await createTable(runner, 'charge_run_line_text', {
      columns: { id: 'int', kind: 'long?', region: 'long?', incomeAccount: 'long?', purchaseOrder: 'long?' },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['charge_run', 'charge_run_text', 'charge_run_line', 'charge_run_line_text']);
    for (const table of ['placement', 'timesheet']) {
      await dropColumns(runner, table, ['purchaseOrder']);
      await dropColumns(runner, `${table}_text`, ['purchaseOrder']);
    }
  }
}
