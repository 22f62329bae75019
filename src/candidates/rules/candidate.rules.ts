import type { Transaction } from '../../core/database';
import { claimedKeys, different, replaceDivisions, ruledBy, type RecordChange, type Refusals } from '../../core/records';
import type { Candidate } from '../candidate.entity';
import { setCandidateTexts } from './candidate.derived';
import { candidates, employmentHistories } from '../candidates.records';
import { addressHeld, refuseDuplicates, setEmailKeys } from './duplicates';
import { replaceHistories } from './employment-histories';
import { candidateMerging, type CandidateParts } from './merging';
import { completeRedFlag } from './red-flag';
import { affectsResume, copyNewestResume } from './resume';
import { affectsPhones, standardisePhones } from './standardise-phones';

export const candidateRules = ruledBy(candidates, {
  setDefaults: (transaction, candidate) => void (candidate.ownerID ??= transaction.caller.userID),
  claims: (before, after) => [...different(addressHeld(before), addressHeld(after)), ...claimedKeys(candidates, before, after)],
  async prepare(transaction, before, after) {
    completeRedFlag(transaction, before, after);
    if (!after.deleted) after.mergedIntoID = null;
    if (affectsResume(before, after)) await copyNewestResume(transaction.em, after);
    if (affectsPhones(before, after)) await standardisePhones(transaction.em, after);
    setCandidateTexts(after);
  },
  beforeSave: (transaction, changes, { allowDuplicate = false }) => checkDuplicates(transaction, changes, allowDuplicate),
  saveParts: replaceParts,
  responseLists: [{ name: 'employmentHistories', of: employmentHistories, by: 'candidateID', order: 'position' }],
  merging: candidateMerging,
});

async function checkDuplicates(
  transaction: Transaction,
  changes: readonly RecordChange<Candidate>[],
  allowDuplicate: boolean,
): Promise<Refusals> {
  const others = allowDuplicate ? [] : await refuseDuplicates(transaction, changes);
  return new Map([...others, ...(await setEmailKeys(transaction, changes, allowDuplicate))]);
}

async function replaceParts(transaction: Transaction, after: Candidate, { employmentHistories, divisionIDs }: CandidateParts) {
  const { em } = transaction;
  const histories = await replaceHistories(em, after.id, employmentHistories);
  const divisions = await replaceDivisions(transaction, candidates, after, divisionIDs);
  if (divisions['divisionIDs']) await standardisePhones(em, after);
  return { ...histories, ...divisions };
}
