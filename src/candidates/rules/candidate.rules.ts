import type { Transaction } from '../../core/database';
import { different, replaceDivisions, ruledBy } from '../../core/records';
import type { CandidateUpdateDto } from '../candidate.dto';
import type { Candidate } from '../candidate.entity';
import { setCandidateTexts } from './candidate.derived';
import { candidates, employmentHistories } from '../candidates.records';
import { addressHeld, setEmailKeys } from './duplicates';
import { replaceHistories } from './employment-histories';
import { completeRedFlag } from './red-flag';
import { affectsResume, copyNewestResume } from './resume';
import { affectsPhones, standardisePhones } from './standardise-phones';

export const candidateRules = ruledBy(candidates, {
  setDefaults: (transaction, candidate) => void (candidate.ownerID ??= transaction.caller.userID),
  claims: (before, after) => different(addressHeld(before), addressHeld(after)),
  async prepare(transaction, before, after) {
    completeRedFlag(transaction, before, after);
    if (!after.deleted) after.mergedIntoID = null;
    if (affectsResume(before, after)) await copyNewestResume(transaction.em, after);
    if (affectsPhones(before, after)) await standardisePhones(transaction.em, after);
    setCandidateTexts(after);
  },
  beforeSave: (transaction, changes, { allowDuplicate = false }) => setEmailKeys(transaction, changes, allowDuplicate),
  saveParts: replaceParts,
  responseLists: [{ name: 'employmentHistories', of: employmentHistories, by: 'candidateID', order: 'position' }],
});

/** The parts of a candidate that are stored in other tables. */
export interface CandidateParts extends Pick<CandidateUpdateDto, 'employmentHistories'> {
  readonly divisionIDs?: readonly number[] | null;
}

async function replaceParts(transaction: Transaction, after: Candidate, { employmentHistories, divisionIDs }: CandidateParts) {
  const { em } = transaction;
  const histories = await replaceHistories(em, after.id, employmentHistories);
  const divisions = await replaceDivisions(transaction, candidates, after, divisionIDs);
  if (divisions['divisionIDs']) await standardisePhones(em, after);
  return { ...histories, ...divisions };
}
