import { recordType } from '../../fields/record-type';
import { ApplicationDto } from './application.dto';
import { Application } from './application.entity';

export const applications = recordType({
  name: 'Application',
  table: 'application',
  entity: Application,
  shape: ApplicationDto,
  moduleId: 6,
  display: 'source',
  softDeleted: true,
  divisions: 'SELECT dj.division FROM job dj WHERE dj.id = r.jobID AND dj.division IS NOT NULL',
  concerns: {
    Candidate: 'SELECT e.candidateID FROM application e WHERE e.id = :id',
    Job: 'SELECT e.jobID FROM application e WHERE e.id = :id',
    Contact: 'SELECT jc.contactID FROM application e JOIN job_contact jc ON jc.jobID = e.jobID WHERE e.id = :id',
  },
  relations: {
    interviews: { to: 'Interview', on: 'x.applicationID = r.id' },
    offers: { to: 'Offer', on: 'x.applicationID = r.id' },
    placements: { to: 'Placement', on: 'x.applicationID = r.id' },
  },
});
