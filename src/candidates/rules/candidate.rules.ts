import type { Transaction } from '../../core/database';
import {
  claimedKeys,
  different,
  refuseInUse,
  replaceDivisions,
  requireOneOf,
  ruledBy,
  touches,
  type ChangeOptions,
  type RecordChange,
  type Refusals,
  type Uses,
} from '../../core/records';
import type { Candidate } from '../candidate.entity';
import { setCandidateTexts } from './candidate.derived';
import { candidates, employmentHistories } from '../candidates.records';
import { addressHeld, findDuplicates, setEmailKeys } from './duplicates';
import { replaceHistories } from './employment-histories';
import { checkDateOfBirth } from './date-of-birth';
import { candidateMerging, type CandidateParts } from './merging';
import { completeRedFlag } from './red-flag';
import { affectsResume, copyNewestResume } from './resume';
import { affectsPhones, standardisePhones } from './standardise-phones';

const USES: Uses = { 'current placement': '{Placement} pl WHERE {Placement.current pl} AND pl.candidateID = :id' };

export const candidateRules = ruledBy(candidates, {
  setDefaults: (transaction, candidate) => void (candidate.ownerID ??= transaction.caller.userID),
  claims: (before, after) => [...different(addressHeld(before), addressHeld(after)), ...claimedKeys(candidates, before, after)],
  async prepare(transaction, before, after) {
    if (after.deleted && !before.deleted)
      await refuseInUse(transaction, `Candidate ${after.id}`, after.id, USES, 'end or cancel the placements first');
    requireOneOf(after, 'firstName', 'lastName');
    if (touches(before, after, 'dateOfBirth')) checkDateOfBirth(after, transaction.now);
    completeRedFlag(transaction, before, after);
    if (!after.deleted) after.mergedIntoID = null;
    if (affectsResume(before, after)) await copyNewestResume(transaction.em, after);
    if (affectsPhones(before, after)) await standardisePhones(transaction.em, after);
    setCandidateTexts(after);
  },
  beforeSave: checkDuplicates,
  saveParts: replaceParts,
  responseLists: [{ name: 'employmentHistories', of: employmentHistories, by: 'candidateID', order: 'position' }],
  merging: candidateMerging,
});

async function checkDuplicates(
  transaction: Transaction,
  changes: readonly RecordChange<Candidate>[],
  { confirmations }: ChangeOptions,
): Promise<Refusals> {
  const found = await Promise.all([findDuplicates(transaction, changes), setEmailKeys(transaction, changes)]);
  return new Map(found.flatMap((each) => [...each]).filter(([candidate, problem]) => !confirmations?.accept(candidate, problem)));
}

async function replaceParts(transaction: Transaction, after: Candidate, { employmentHistories, divisionIDs }: CandidateParts) {
  const { em } = transaction;
  const histories = await replaceHistories(em, after.id, employmentHistories);
  const divisions = await replaceDivisions(transaction, candidates, after, divisionIDs);
  if (divisions['divisionIDs']) await standardisePhones(em, after);
  return { ...histories, ...divisions };
}
