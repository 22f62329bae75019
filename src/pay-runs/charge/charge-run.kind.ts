import { WorkerKind } from '../../core/terms/numbers';
import { NothingToCharge } from '../collect/problems';
import { GROUPS, total, type RunKind } from '../run-kind';
import { chargeItems } from './charge-items';
import { chargeRunLines, chargeRuns } from './charge-runs.records';

/** What clients are charged with together, whether it has been paid yet or not. */
export const CHARGE_RUNS: RunKind = {
  name: 'chargeRun',
  runs: chargeRuns,
  lines: chargeRunLines,
  due: 'chargeable',
  bookings: {
    work: {
      [WorkerKind.Employee]: { incomeAccount: 'contractIncomeAccountEmployee' },
      [WorkerKind.Subcontractor]: { incomeAccount: 'contractIncomeAccountSubContractor' },
    },
    fee: { incomeAccount: 'permIncomeAccount' },
  },
  lineItems: chargeItems,
  totals: (items) => ({ totalCharge: total(items, 'charge'), clients: new Set(items.map(({ clientID }) => clientID)).size }),
  sums: ['hours', 'charge'],
  groups: { ...GROUPS, purchaseOrder: { columns: ['clientID', 'purchaseOrder', 'periodStart', 'periodEnd'], type: 'Client' } },
  nothing: (division, until) =>
    new NothingToCharge(
      `Division ${division} has no approved timesheets with this pay frequency up to ${until} that are in no charge run, and no fees.`,
    ),
};
