import type { Transaction } from '../../core/database';
import { PayrollIntegration } from '../division.entity';
import { lockDivision } from './lock-division';
import { saveState, stateOf } from './payroll-state';

/** The timesheets of a division have been collected just now. */
export async function noteTimesheetCollection(transaction: Transaction, divisionID: number): Promise<void> {
  await lockDivision(transaction.em, divisionID);
  const before = await stateOf(transaction.em, divisionID);
  if (!before) return;
  const settings = transaction.em.create(PayrollIntegration, { ...before.settings, collectTimesheetLastRun: transaction.now });
  await saveState(transaction, before, { ...before, settings });
}
