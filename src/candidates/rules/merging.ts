import type { Transaction } from '../../core/database';
import { Conflict } from '../../core/problems';
import { readResponses, type MergeRules } from '../../core/records';
import { applicationsOf, joinApplications } from '../../pipeline';
import { MAX_HISTORIES, type CandidateUpdateDto, type EmploymentHistoryUpdateDto } from '../candidate.dto';
import type { Candidate } from '../candidate.entity';
import { candidateEvents } from '../candidate.events';
import { candidates } from '../candidates.records';
import { setCandidateTexts } from './candidate.derived';
import { copyNewestResume } from './resume';
import { standardisePhones } from './standardise-phones';

/** The parts of a candidate that are stored in other tables. */
export interface CandidateParts extends Pick<CandidateUpdateDto, 'employmentHistories'> {
  readonly divisionIDs?: readonly number[] | null;
}

/** An opt-out or red flag of any of them is kept. */
export const candidateMerging: MergeRules<Candidate> = {
  fieldGroups: [
    ['address1', 'address2', 'suburb', 'state', 'postcode', 'countryCode'],
    ['latitude', 'longitude'],
    ['payrollState', 'payrollCountry'],
    ['preferredRate', 'preferredRateUnitsId'],
    ['preferredSalary', 'preferredSalaryUnitsId'],
    ['nationality', 'nationalityID'],
    ['isRedFlagged', 'redFlaggedDate', 'redFlaggedByID', 'redFlaggedComments'],
    ['hasResumeViewerDoc', 'resumeViewerDate', 'resumeUpdateDate'],
  ],
  parts: ['EmploymentHistory'],
  combined: combinedHistories,
  withoutParts: { employmentHistories: [] } satisfies CandidateParts,
  async complete({ em }, candidate) {
    await copyNewestResume(em, candidate);
    await standardisePhones(em, candidate);
    setCandidateTexts(candidate);
  },
  async joining(transaction, from, to) {
    const applications = await applicationsOf(transaction, from);
    return () => joinApplications(transaction, to, applications);
  },
  event: candidateEvents.merged,
};

/** The past jobs of all of them, without repetitions. @throws Conflict when there are too many */
async function combinedHistories(transaction: Transaction, ids: readonly number[]): Promise<CandidateParts> {
  const answers = await readResponses(transaction, candidates, ids);
  const histories = answers.flatMap(({ employmentHistories }) => employmentHistories as EmploymentHistoryUpdateDto[]);
  const employmentHistories = [...new Map(histories.map((each) => [JSON.stringify(each), each])).values()];
  if (employmentHistories.length > MAX_HISTORIES)
    throw new Conflict(
      `Together the candidates have ${employmentHistories.length} employment histories; at most ${MAX_HISTORIES} are allowed. Remove some first.`,
    );
  return { employmentHistories };
}
