import type { View } from '../../core/database';
import type { Candidate } from '../candidate.entity';

/** Records when and by whom a candidate was red-flagged; clears the details when it is not flagged. */
export function completeRedFlag({ caller, now }: View, before: Candidate, after: Candidate): void {
  if (!after.isRedFlagged) {
    Object.assign(after, { redFlaggedDate: undefined, redFlaggedByID: null, redFlaggedComments: '' });
    return;
  }
  after.redFlaggedDate ??= now;
  if (!before.isRedFlagged) after.redFlaggedByID = caller.userID;
}
