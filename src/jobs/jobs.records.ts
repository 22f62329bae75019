import { linkedActivities } from '../activities';
import { onLists } from '../lists';
import { fieldsOf } from '../core/fields/field';
import { recordType } from '../core/fields/record-type';
import { isOpenEntry } from '../core/lookups';
import { ApplicationStage, ClientStatus, JobStage } from '../core/terms/numbers';
import { divisionIn } from '../divisions';
import { JobAdvertDto, JobDto } from './job.dto';
import { contactsOfJob, divisionOfJob, JOB_CONTACTS } from './job-links';
import { Job } from './job.entity';
import { JobAdvert, JobSearch } from './job-parts.entity';
import { jobEvents } from './job.events';
import { JobSearchRequest } from './search/job-search.dto';

export const jobs = recordType({
  name: 'Job',
  table: 'job',
  entity: Job,
  shape: JobDto,
  moduleId: 5,
  display: 'title',
  softDeleted: true,
  textKeys: true,
  storedResponses: true,
  events: jobEvents,
  consequences: [
    {
      field: 'stageID',
      effects: [
        { kind: 'fieldWritten', type: 'JobAdvert', field: 'statusID' },
        // with the setting rejectWhenClosed
        { kind: 'fieldWritten', type: 'Application', field: 'stageID', value: ApplicationStage.Rejected },
        // when it is open again
        { kind: 'fieldWritten', type: 'Client', field: 'statusID', value: ClientStatus.Active },
      ],
    },
    { field: 'clientID', effects: [{ kind: 'fieldWritten', type: 'Client', field: 'statusID', value: ClientStatus.Active }] },
    {
      field: 'filledDate',
      effects: [
        { kind: 'fieldWritten', type: 'JobAdvert', field: 'statusID' },
        // with the setting closeWhenFilled
        { kind: 'fieldWritten', type: 'Job', field: 'stageID', value: JobStage.Filled },
        // when it is filled no longer: the stage that it had
        { kind: 'fieldWritten', type: 'Job', field: 'stageID' },
      ],
    },
  ],
  divisions: divisionIn('r.division'),
  predicates: { open: `x.deleted = 0 AND ${isOpenEntry('jobStage', 'x.stageID')}` },
  affects: {
    Job: 'SELECT j.id, j.id FROM job j WHERE j.id IN (:ids)',
    Contact: `SELECT jc.jobID, jc.contactID FROM ${JOB_CONTACTS} WHERE jc.jobID IN (:ids)`,
    Client: 'SELECT j.id, j.clientID FROM job j WHERE j.id IN (:ids)',
  },
  relations: {
    applications: { to: 'Application', on: 'x.jobID = r.id' },
    interviews: { to: 'Interview', on: 'x.jobID = r.id' },
    placements: { to: 'Placement', on: 'x.jobID = r.id' },
    adverts: { to: 'JobAdvert', on: 'x.jobID = r.id' },
    contacts: { to: 'Contact', on: `x.id IN (${contactsOfJob('r.id')})` },
    activities: linkedActivities('Job'),
    tagList: { to: 'JobTag', on: 'x.recordID = r.id' },
    lists: onLists('Job'),
  },
  changedParts: ['tagList', 'liveAdverts', 'currentReleasedJobId', 'confirmed'],
});

export const adverts = recordType({
  name: 'JobAdvert',
  table: 'job_advert',
  entity: JobAdvert,
  shape: JobAdvertDto,
  display: 'title',
  softDeleted: true,
  divisions: divisionOfJob('r.jobID'),
  affects: { Job: 'SELECT ad.id, ad.jobID FROM job_advert ad WHERE ad.id IN (:ids)' },
});

export const jobSearches = recordType({
  name: 'JobSearch',
  table: 'job_search',
  entity: JobSearch,
  shape: JobSearch,
  display: 'name',
  softDeleted: true,
  changedParts: fieldsOf(JobSearchRequest).map(({ name }) => name),
});
