import { NewOf, PartOf, ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { NameOf } from '../../core/fields/decorators';
import { Interview } from './interview.entity';

/** An interview with the names of referenced records. */
export class InterviewDto extends ResponseOf(Interview) {
  @NameOf('jobID', { example: 'Senior Site Engineer' }) jobTitle!: string | null;
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('contactID', { example: 'Olivia Bennett' }) contactName!: string | null;
  @NameOf('typeID', { example: 'In person' }) typeName!: string | null;
  @NameOf('statusID', { example: 'Completed' }) statusName!: string | null;
}

const NEW_INTERVIEW = {
  applicationID: 12,
  jobID: 2,
  candidateID: 14,
  contactID: 12,
  statusID: 1,
  startsAt: '2027-01-12T23:00:00.000Z',
  feedback: undefined,
  score: 0,
};

/** A new interview: for an application, or for a job and a candidate. */
export class InterviewCreateDto extends NewOf(InterviewDto, [], NEW_INTERVIEW) {}

/** A change of an interview: absent = unchanged, null = cleared. */
export class InterviewUpdateDto extends UpdateOf(InterviewDto) {}

/** The outcome of an interview. */
export class InterviewFeedbackDto extends PartOf(Interview, ['feedback', 'score'], ['feedback']) {}
