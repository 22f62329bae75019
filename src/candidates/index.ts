import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { withoutRules } from '../core/records';
import { Candidate, EmploymentHistory } from './candidate.entity';
import { employmentHistories } from './candidates.records';
import { NoNameFound } from './from-resume/from-resume.service';
import { candidateRules } from './rules/candidate.rules';
import { DuplicateCandidate } from './rules/duplicates';
import { historiesOfCandidates } from './rules/personal-data';
import { CandidateSearch } from './search/candidate-search.entity';
import { candidateSearchRules } from './search/candidate-search.rules';

export { CandidateDto } from './candidate.dto';
export { Candidate, EmploymentHistory } from './candidate.entity';
export { setCandidateTexts } from './rules/candidate.derived';
export { CandidatesModule } from './candidates.module';
export { CandidateSearch } from './search/candidate-search.entity';
export { candidates, candidateSearches, employmentHistories } from './candidates.records';

export const candidateRecords: RecordTypesSpec = {
  types: [candidateRules, withoutRules(employmentHistories), candidateSearchRules],
  tables: [Candidate, EmploymentHistory, CandidateSearch],
  personalData: [historiesOfCandidates],
};

export const candidateProblems: readonly ProblemClass[] = [DuplicateCandidate, NoNameFound];
