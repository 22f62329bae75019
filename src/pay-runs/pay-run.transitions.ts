import type { Transaction } from '../core/database';
import { Forbidden } from '../core/problems';
import type { Transitions } from '../core/records';
import { PayRunStatus } from '../core/terms/numbers';
import type { PayRun } from './pay-run.entity';

const { Draft, Approved, Completed, Cancelled } = PayRunStatus;

/** What is paid stays paid: it is corrected by adjustments of timesheets, in a later run. */
export const PAY_RUN_TRANSITIONS: Transitions<'statusID'> = {
  field: 'statusID',
  list: 'payRunStatus',
  allowed: {
    [Draft]: [Approved, Cancelled],
    [Approved]: [Completed, Cancelled],
    [Completed]: [],
    [Cancelled]: [],
  },
};

/** Notes when a run has come to its status, and who approved it. @throws Forbidden for the approval of an own run */
export function stampTransition({ caller, now }: Transaction, run: PayRun): void {
  if (run.statusID === Approved) {
    if (run.createdByID === caller.userID)
      throw new Forbidden(`You have created pay run ${run.id} yourself: somebody else must approve it.`);
    Object.assign(run, { approvedByID: caller.userID, approvedDate: now });
  }
  if (run.statusID === Completed) run.completedDate = now;
  if (run.statusID === Cancelled) run.cancelledDate = now;
}
