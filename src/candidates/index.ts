import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { withoutRules } from '../core/records';
import { Candidate, EmploymentHistory } from './candidate.entity';
import { employmentHistories } from './candidates.records';
import { candidateRules } from './rules/candidate.rules';
import { DuplicateCandidate } from './rules/duplicates';
import { historiesOfCandidates } from './rules/personal-data';

export { CandidateDto } from './candidate.dto';
export { Candidate, EmploymentHistory } from './candidate.entity';
export { setCandidateTexts } from './rules/candidate.derived';
export { CandidatesModule } from './candidates.module';
export { candidates, employmentHistories } from './candidates.records';

export const candidateRecords: RecordTypesSpec = {
  types: [candidateRules, withoutRules(employmentHistories)],
  tables: [Candidate, EmploymentHistory],
  personalData: [historiesOfCandidates],
};

export const candidateProblems: readonly ProblemClass[] = [DuplicateCandidate];
