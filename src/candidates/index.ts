import './rules/candidate.rules';

export { CandidateDto } from './candidate.dto';
export { Candidate, EmploymentHistory } from './candidate.entity';
export { candidateTexts } from './rules/candidate.derived';
export { CandidatesModule } from './candidates.module';
export { candidates, employmentHistories } from './candidates.records';
