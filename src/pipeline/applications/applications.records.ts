import { personsIn } from '../../core/fields/persons';
import { recordType } from '../../core/fields/record-type';
import { divisionOfJob, JOB_CONTACTS } from '../../jobs';
import { ApplicationDto } from './application.dto';
import { Application } from './application.entity';
import { applicationEvents } from './application.events';

export const applications = recordType({
  name: 'Application',
  table: 'application',
  entity: Application,
  shape: ApplicationDto,
  moduleId: 6,
  display: 'source',
  softDeleted: true,
  persons: personsIn('application', { Candidate: 'candidateID' }),
  events: applicationEvents,
  divisions: divisionOfJob('r.jobID'),
  affects: {
    Candidate: 'SELECT e.id, e.candidateID FROM application e WHERE e.id IN (:ids)',
    Job: 'SELECT e.id, e.jobID FROM application e WHERE e.id IN (:ids)',
    Contact: `SELECT e.id, jc.contactID FROM application e JOIN ${JOB_CONTACTS} ON jc.jobID = e.jobID WHERE e.id IN (:ids)`,
  },
  relations: {
    interviews: { to: 'Interview', on: 'x.applicationID = r.id' },
    offers: { to: 'Offer', on: 'x.applicationID = r.id' },
    placements: { to: 'Placement', on: 'x.applicationID = r.id' },
  },
  changedParts: ['confirmed'],
});
