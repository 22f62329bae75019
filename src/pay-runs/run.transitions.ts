import type { Transaction } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { Forbidden } from '../core/problems';
import { displayName, type Transitions } from '../core/records';
import { PayRunStatus } from '../core/terms/numbers';
import type { Run } from './run.entity';

const { Draft, Approved, Completed, Cancelled } = PayRunStatus;

/** What is paid or charged stays so: it is corrected by adjustments of timesheets, in a later run. */
export const RUN_TRANSITIONS: Transitions<'statusID'> = {
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
export function stampTransition({ caller, now }: Transaction, type: RecordType, run: Run): void {
  if (run.statusID === Approved) {
    if (run.createdByID === caller.userID)
      throw new Forbidden(`You have created ${displayName(type)} ${run.id} yourself: somebody else must approve it.`);
    Object.assign(run, { approvedByID: caller.userID, approvedDate: now });
  }
  if (run.statusID === Completed) run.completedDate = now;
  if (run.statusID === Cancelled) run.cancelledDate = now;
}
