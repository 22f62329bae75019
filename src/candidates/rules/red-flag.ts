import type { View } from '../../database';
import type { Candidate } from '../candidate.entity';

/** A flagged candidate says since when and by whom; one that is not flagged says nothing of it. */
export function keepRedFlagWhole({ caller, now }: View, before: Candidate, after: Candidate): void {
  if (!after.isRedFlagged) {
    Object.assign(after, { redFlaggedDate: undefined, redFlaggedByID: null, redFlaggedComments: '' });
    return;
  }
  after.redFlaggedDate ??= now;
  if (!before.isRedFlagged) after.redFlaggedByID = caller.userID;
}
