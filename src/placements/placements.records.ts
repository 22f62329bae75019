import { recordType } from '../fields/record-type';
import { PlacementDto } from './placement.dto';
import { Placement } from './placement.entity';

export const placements = recordType({
  name: 'Placement',
  table: 'placement',
  entity: Placement,
  shape: PlacementDto,
  moduleId: 8,
  display: 'reference',
  softDeleted: true,
  divisions: 'SELECT dv.id FROM division dv WHERE dv.id = r.division',
  concerns: {
    Candidate: 'SELECT e.candidateID FROM placement e WHERE e.id = :id',
    Job: 'SELECT e.jobID FROM placement e WHERE e.id = :id',
    Contact: 'SELECT jc.contactID FROM placement e JOIN job_contact jc ON jc.jobID = e.jobID WHERE e.id = :id',
    Client: 'SELECT j.clientID FROM placement e JOIN job j ON j.id = e.jobID WHERE e.id = :id',
  },
  relations: { timesheets: { to: 'Timesheet', on: 'x.placementID = r.id' } },
});
