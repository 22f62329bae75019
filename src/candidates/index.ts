export { CandidateDto } from './candidate.dto';
export { Candidate, EmploymentHistory } from './candidate.entity';
export { setCandidateTexts } from './rules/candidate.derived';
export { CandidatesModule } from './candidates.module';
export { candidates, employmentHistories } from './candidates.records';
export { candidateTypes } from './record-types';
