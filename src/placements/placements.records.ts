import { personsIn } from '../core/fields/persons';
import { recordType } from '../core/fields/record-type';
import { ClientStatus, PlacementStatus } from '../core/terms/numbers';
import { JOB_CONTACTS } from '../jobs';
import { divisionIn } from '../divisions';
import { PlacementDto } from './placement.dto';
import { Placement } from './placement.entity';
import { placementEvents } from './placement.events';

const { Approved, Started, Ended } = PlacementStatus;

export const placements = recordType({
  name: 'Placement',
  table: 'placement',
  entity: Placement,
  shape: PlacementDto,
  moduleId: 8,
  display: 'reference',
  softDeleted: true,
  persons: personsIn('placement', { Candidate: 'candidateID' }),
  events: placementEvents,
  consequences: [
    {
      field: 'statusID',
      effects: [
        { kind: 'fieldWritten', type: 'Application', field: 'stageID' },
        { kind: 'fieldWritten', type: 'Job', field: 'filledDate' },
        // when it is approved
        { kind: 'fieldWritten', type: 'Client', field: 'statusID', value: ClientStatus.Active },
      ],
    },
  ],
  divisions: divisionIn('r.division'),
  predicates: {
    live: `x.deleted = 0 AND x.statusID <> ${PlacementStatus.Cancelled}`,
    approved: `x.deleted = 0 AND x.statusID IN (${Approved}, ${Started}, ${Ended})`,
    current: `x.deleted = 0 AND x.statusID IN (${Approved}, ${Started})`,
    past: `x.deleted = 0 AND (x.statusID = ${Ended} OR (x.statusID IN (${Approved}, ${Started}) AND x.endDate < :today))`,
    // without an end date it runs indefinitely
    runningToday: `x.deleted = 0 AND x.statusID IN (${Approved}, ${Started}) AND x.startDate <= :today AND (x.endDate IS NULL OR x.endDate >= :today)`,
  },
  affects: {
    Candidate: 'SELECT e.id, e.candidateID FROM placement e WHERE e.id IN (:ids)',
    Job: 'SELECT e.id, e.jobID FROM placement e WHERE e.id IN (:ids)',
    Contact: `SELECT e.id, jc.contactID FROM placement e JOIN ${JOB_CONTACTS} ON jc.jobID = e.jobID WHERE e.id IN (:ids)`,
    Client: 'SELECT e.id, j.clientID FROM placement e JOIN {Job} j ON j.id = e.jobID WHERE e.id IN (:ids)',
  },
  relations: { timesheets: { to: 'Timesheet', on: 'x.placementID = r.id' } },
  changedParts: ['credits', 'confirmed'],
});
