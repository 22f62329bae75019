import type { Unit } from '../../database';
import { Conflict } from '../../http';
import { divisionsOf, load, save, touch, type Answer } from '../../records';
import { moveTags } from '../../tags';
import { Event } from '../../terms/events';
import { MOST_HISTORIES, type EmploymentHistoryUpdateDto } from '../candidate.dto';
import type { Candidate } from '../candidate.entity';
import { candidateTexts } from '../rules/candidate.derived';
import type { CandidateParts } from '../rules/candidate.rules';
import { candidates } from '../candidates.records';
import { withHistories } from '../rules/employment-histories';
import { followResumeDocument } from '../rules/resume';
import { standardisePhones } from '../rules/standard-phones';
import { fillFrom } from './fill';
import { movePlacesOnLists } from './move-places';
import { moveRecords } from './move-records';

/** Gives one candidate all that others have and deletes them. What is saved with the candidates is read first: moving records changes it. */
export async function mergeInto(unit: Unit, stays: Candidate, goes: readonly Candidate[]): Promise<void> {
  const ids = goes.map(({ id }) => id);
  const parts = await partsOfAll(unit, [stays.id, ...ids]);
  await moveRecords(unit, ids, stays.id);
  await movePlacesOnLists(unit, ids, stays.id);
  const tags = await moveTags(unit, 'Candidate', ids, stays.id);
  // first, since one of them may hold the e-mail address
  for (const id of ids) await deleteMerged(unit, id, stays.id);
  await fill(unit, stays.id, goes, parts);
  await touch(unit, candidates, [stays.id], { events: [Event.CandidatesMerged], fields: { mergedCandidateIDs: [[], ids], ...tags } });
}

/** Divisions of one of them are divisions of the person; the jobs of the past follow each other, each once. */
async function partsOfAll(unit: Unit, ids: readonly number[]): Promise<CandidateParts> {
  const divisionIDs: number[] = [];
  for (const id of ids) divisionIDs.push(...(await divisionsOf(unit.em, candidates, id)));
  const answers: Answer[] = await withHistories(
    unit,
    ids.map((id) => ({ id })),
  );
  const histories = answers.flatMap(({ employmentHistories }) => employmentHistories as EmploymentHistoryUpdateDto[]);
  const employmentHistories = [...new Map(histories.map((each) => [JSON.stringify(each), each])).values()];
  if (employmentHistories.length > MOST_HISTORIES)
    throw new Conflict(
      `Together they have ${employmentHistories.length} employment histories, and ${MOST_HISTORIES} is the most. Shorten them first.`,
    );
  return { divisionIDs, employmentHistories };
}

/** Its divisions stay: who could not see it before cannot see it deleted. */
async function deleteMerged(unit: Unit, id: number, into: number): Promise<void> {
  const before = await load(unit.em, candidates, id);
  const after = Object.assign(new candidates.entity(), before, { deleted: true, mergedIntoID: into });
  await save(unit, candidates, before, after, { employmentHistories: [] } satisfies CandidateParts);
}

async function fill(unit: Unit, id: number, others: readonly Candidate[], parts: CandidateParts): Promise<void> {
  const before = await load(unit.em, candidates, id);
  const after = Object.assign(new candidates.entity(), before);
  fillFrom(after, others);
  await followResumeDocument(unit.em, after);
  await standardisePhones(unit.em, after);
  candidateTexts(after);
  await save(unit, candidates, before, after, parts, { allowDuplicate: true });
}
