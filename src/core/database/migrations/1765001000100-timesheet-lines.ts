import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, createTable, dropColumns, dropIndex, dropTables } from './tables';

/**
 * The lines of timesheets, and the rates and amounts fixed at approval; those approved before have none. Of placements that run already,
 * the service makes the timesheets from the present period on.
 */
export class TimesheetLines1765001000100 implements MigrationInterface {
  readonly name = 'TimesheetLines1765001000100';

  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'placement', { timesheetsTo: 'moment?' });
    const now = new Date().toISOString();
    const yesterday = `${new Date(Date.parse(now) - 86_400_000).toISOString().slice(0, 10)} 00:00:00.000`;
    await runner.query('UPDATE placement SET timesheetsTo = ? WHERE statusID IN (2, 3, 4) AND startDate < ?', [yesterday, yesterday]);
    await addColumns(runner, 'timesheet', {
      adjustsID: 'int?',
      payRate: 'amount?',
      onCostsRate: 'amount?',
      chargeRate: 'amount?',
      rateUnits: 'int?',
      hoursPerDay: 'double?',
      totalPay: 'amount?',
      totalOnCosts: 'amount?',
      totalCharge: 'amount?',
      totalMargin: 'amount?',
      periodKey: 'text(40)?',
    });
    await addIndex(runner, 'timesheet', ['adjustsID']);
    await addIndex(runner, 'timesheet', ['periodKey'], true);
    await createTable(runner, 'timesheet_line', {
      columns: {
        id: 'id',
        timesheetID: 'int?',
        position: 'int=0',
        day: 'moment?',
        rateKindID: 'int?',
        hours: 'double=0',
        days: 'double=0',
        startTime: 'text(5)?',
        endTime: 'text(5)?',
        breakMinutes: 'int=0',
        amount: 'amount=0',
        notes: 'text(1000)?',
        pay: 'amount?',
        onCosts: 'amount?',
        charge: 'amount?',
        margin: 'amount?',
      },
      indexes: [['timesheetID']],
      references: { timesheetID: 'timesheet' },
    });
    await createTable(runner, 'timesheet_line_text', { columns: { id: 'int', startTime: 'long?', endTime: 'long?', notes: 'long?' } });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['timesheet_line', 'timesheet_line_text']);
    await dropIndex(runner, 'timesheet', ['periodKey']);
    await dropIndex(runner, 'timesheet', ['adjustsID']);
    await dropColumns(runner, 'timesheet', [
      'adjustsID',
      'payRate',
      'onCostsRate',
      'chargeRate',
      'rateUnits',
      'hoursPerDay',
      'totalPay',
      'totalOnCosts',
      'totalCharge',
      'totalMargin',
      'periodKey',
    ]);
    await dropColumns(runner, 'placement', ['timesheetsTo']);
  }
}
