import type { Transaction } from '../../core/database';
import { Conflict } from '../../core/problems';
import { divisionsOf, load, readResponses, recordChange, save } from '../../core/records';
import { moveTags } from '../../tags';
import { MAX_HISTORIES, type EmploymentHistoryUpdateDto } from '../candidate.dto';
import type { Candidate } from '../candidate.entity';
import { candidateEvents } from '../candidate.events';
import { setCandidateTexts } from '../rules/candidate.derived';
import type { CandidateParts } from '../rules/candidate.rules';
import { candidates } from '../candidates.records';
import { copyNewestResume } from '../rules/resume';
import { standardisePhones } from '../rules/standardise-phones';
import { fillFrom } from './fill-empty-fields';
import { moveListMemberships } from './move-list-memberships';
import { moveRecords } from './move-records';

/** Merges candidates into one and deletes the duplicates. Divisions and histories are read first, since moving records changes them. */
export async function mergeInto(transaction: Transaction, survivor: Candidate, duplicates: readonly Candidate[]): Promise<void> {
  const ids = duplicates.map(({ id }) => id);
  const parts = await combinedParts(transaction, [survivor.id, ...ids]);
  await moveRecords(transaction, ids, survivor.id);
  await moveListMemberships(transaction, ids, survivor.id);
  const tags = await moveTags(transaction, 'Candidate', ids, survivor.id);
  // before the survivor is saved, since a duplicate may hold the e-mail address
  for (const id of ids) await deleteMerged(transaction, id, survivor.id);
  await fill(transaction, survivor.id, duplicates, parts);
  await recordChange(transaction, candidates, [survivor.id], {
    events: [candidateEvents.merged],
    fields: { mergedCandidateIDs: [[], ids], ...tags },
  });
}

/** The divisions and past jobs of all of them, without repetitions. @throws Conflict when there are too many past jobs */
async function combinedParts(transaction: Transaction, ids: readonly number[]): Promise<CandidateParts> {
  const divisionIDs: number[] = [];
  for (const id of ids) divisionIDs.push(...(await divisionsOf(transaction.em, candidates, id)));
  const answers = await readResponses(transaction, candidates, ids);
  const histories = answers.flatMap(({ employmentHistories }) => employmentHistories as EmploymentHistoryUpdateDto[]);
  const employmentHistories = [...new Map(histories.map((each) => [JSON.stringify(each), each])).values()];
  if (employmentHistories.length > MAX_HISTORIES)
    throw new Conflict(
      `Together the candidates have ${employmentHistories.length} employment histories; at most ${MAX_HISTORIES} are allowed. Remove some first.`,
    );
  return { divisionIDs, employmentHistories };
}

/** Keeps its divisions, so that only those who could see it before can see it deleted. */
async function deleteMerged(transaction: Transaction, id: number, into: number): Promise<void> {
  const before = await load(transaction.em, candidates, id);
  const after = Object.assign(new candidates.entity(), before, { deleted: true, mergedIntoID: into });
  await save(transaction, candidates, before, after, { employmentHistories: [] } satisfies CandidateParts);
}

async function fill(transaction: Transaction, id: number, others: readonly Candidate[], parts: CandidateParts): Promise<void> {
  const before = await load(transaction.em, candidates, id);
  const after = Object.assign(new candidates.entity(), before);
  fillFrom(after, others);
  await copyNewestResume(transaction.em, after);
  await standardisePhones(transaction.em, after);
  setCandidateTexts(after);
  await save(transaction, candidates, before, after, parts, { allowDuplicate: true });
}
