import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import { Problem } from '../../core/problems';
import { changeMany } from '../../core/records';
import { sql } from '../../core/sql';
import { TimesheetStatus, WorkerKind } from '../../core/terms/numbers';
import { noteTimesheetCollection } from '../../divisions';
import { NothingToPay } from '../collect/problems';
import type { Run } from '../run.entity';
import { GROUPS, total, type RunKind } from '../run-kind';
import { payRunLines, payRuns } from './pay-runs.records';

/** Timesheets that are paid together, line by line, and the fees that are charged with them through the payroll system. */
export const PAY_RUNS: RunKind = {
  name: 'payRun',
  runs: payRuns,
  lines: payRunLines,
  due: 'payable',
  bookings: {
    work: {
      [WorkerKind.Employee]: {
        superItemID: 'defaultSuperItemID',
        glGroup: 'glGroupEmployee',
        incomeAccount: 'contractIncomeAccountEmployee',
        expenseAccount: 'contractExpenseAccountEmployee',
      },
      [WorkerKind.Subcontractor]: {
        glGroup: 'glGroupSubContractor',
        incomeAccount: 'contractIncomeAccountSubContractor',
        expenseAccount: 'contractExpenseAccountSubContractor',
      },
    },
    fee: { incomeAccount: 'permIncomeAccount', chargeItemID: 'permChargeItemID' },
  },
  lineItems: (items) => items,
  totals: (items) => ({
    totalPay: total(items, 'pay'),
    totalOnCosts: total(items, 'onCosts'),
    totalCharge: total(items, 'charge'),
    totalMargin: total(items, 'margin'),
  }),
  sums: ['hours', 'pay', 'onCosts', 'charge', 'margin'],
  groups: GROUPS,
  nothing: (division, until) =>
    new NothingToPay(
      `Division ${division} has no approved timesheets with this pay frequency up to ${until} that are in no pay run, and no fees.`,
    ),
  completed: payTimesheets,
};

async function payTimesheets(transaction: Transaction, { id, division }: Run): Promise<void> {
  const found = await rows(
    transaction.em,
    sql`SELECT DISTINCT timesheetID FROM pay_run_line WHERE payRunID = ${id} AND timesheetID IS NOT NULL ORDER BY timesheetID`,
  );
  const patches = found.map(([timesheetID]) => ({ id: timesheetID as number, body: { statusID: TimesheetStatus.Paid } }));
  const refused = (await changeMany(transaction, transaction.types.named('Timesheet'), patches)).find((each) => each instanceof Problem);
  if (refused) throw refused;
  await noteTimesheetCollection(transaction, division!);
}
