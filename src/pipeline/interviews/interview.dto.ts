import { PartOf, ResponseOf, UpdateOf } from '../../fields/shapes';
import { NameOf } from '../../fields/vocabulary';
import { Interview } from './interview.entity';

/** An interview with the names of what it refers to. */
export class InterviewDto extends ResponseOf(Interview) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('contactID', { example: 'Olivia Bennett' }) contactName!: string | null;
  @NameOf('typeID', { example: 'In person' }) typeName!: string | null;
  @NameOf('statusID', { example: 'Completed' }) statusName!: string | null;
}

const TO_COME = {
  applicationID: 12,
  jobID: 2,
  candidateID: 14,
  contactID: 12,
  statusID: 1,
  startsAt: '2027-01-12T23:00:00.000Z',
  feedback: undefined,
  score: 0,
};

/** A new interview: of an application, or of a job and a candidate. */
export class InterviewCreateDto extends UpdateOf(InterviewDto, [], TO_COME) {}

/** A change of an interview: absent = unchanged, null = cleared. */
export class InterviewUpdateDto extends UpdateOf(InterviewDto) {}

/** What came of it. */
export class InterviewFeedbackDto extends PartOf(Interview, ['feedback', 'score'], ['feedback']) {}
