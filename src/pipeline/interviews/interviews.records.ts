import { recordType } from '../../fields/record-type';
import { InterviewDto } from './interview.dto';
import { Interview } from './interview.entity';

export const interviews = recordType({
  name: 'Interview',
  table: 'interview',
  entity: Interview,
  shape: InterviewDto,
  moduleId: 7,
  display: 'place',
  softDeleted: true,
  divisions: 'SELECT dj.division FROM job dj WHERE dj.id = r.jobID AND dj.division IS NOT NULL',
});
