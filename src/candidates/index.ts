export { CandidateDto } from './candidate.dto';
export { Candidate, EmploymentHistory } from './candidate.entity';
export { candidateTexts } from './candidate.rules';
export { CandidatesModule } from './candidates.module';
export { candidates, employmentHistories } from './candidates.records';
