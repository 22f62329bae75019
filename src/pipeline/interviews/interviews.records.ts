import { personsIn } from '../../core/fields/persons';
import { recordType } from '../../core/fields/record-type';
import { divisionOfJob } from '../../jobs';
import { InterviewDto } from './interview.dto';
import { Interview } from './interview.entity';
import { interviewEvents } from './interview.events';

export const interviews = recordType({
  name: 'Interview',
  table: 'interview',
  entity: Interview,
  shape: InterviewDto,
  moduleId: 7,
  display: 'place',
  softDeleted: true,
  persons: personsIn('interview', { Candidate: 'candidateID' }),
  events: interviewEvents,
  consequences: [{ field: 'statusID', effects: [{ kind: 'fieldWritten', type: 'Application', field: 'stageID' }] }],
  divisions: divisionOfJob('r.jobID'),
  changedParts: ['confirmed'],
});
