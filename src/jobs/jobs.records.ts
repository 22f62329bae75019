import { recordType } from '../fields/record-type';
import { JobAdvertDto, JobDto } from './job.dto';
import { Job } from './job.entity';
import { JobAdvert, JobSearch } from './job-parts.entity';

export const jobs = recordType({
  name: 'Job',
  table: 'job',
  entity: Job,
  shape: JobDto,
  moduleId: 5,
  display: 'title',
  softDeleted: true,
  divisions: 'SELECT dv.id FROM division dv WHERE dv.id = r.division',
  concerns: {
    Job: 'SELECT :id',
    Contact: 'SELECT jc.contactID FROM job_contact jc WHERE jc.jobID = :id',
    Client: 'SELECT j.clientID FROM job j WHERE j.id = :id',
  },
  relations: {
    applications: { to: 'Application', on: 'x.jobID = r.id' },
    interviews: { to: 'Interview', on: 'x.jobID = r.id' },
    placements: { to: 'Placement', on: 'x.jobID = r.id' },
    adverts: { to: 'JobAdvert', on: 'x.jobID = r.id' },
    contacts: { to: 'Contact', on: 'x.id IN (SELECT jc.contactID FROM job_contact jc WHERE jc.jobID = r.id)' },
    activities: { to: 'Activity', on: "x.id IN (SELECT al.activityID FROM activity_link al WHERE al.kind = 'Job' AND al.recordID = r.id)" },
    tagList: { to: 'JobTag', on: 'x.recordID = r.id' },
    lists: { to: 'SavedList', on: "x.type = 'Job' AND x.id IN (SELECT sr.listID FROM saved_list_record sr WHERE sr.recordID = r.id)" },
  },
});

export const adverts = recordType({
  name: 'JobAdvert',
  table: 'job_advert',
  entity: JobAdvert,
  shape: JobAdvertDto,
  display: 'title',
  softDeleted: true,
  divisions: 'SELECT dj.division FROM job dj WHERE dj.id = r.jobID AND dj.division IS NOT NULL',
  concerns: { Job: 'SELECT ad.jobID FROM job_advert ad WHERE ad.id = :id' },
});

export const jobSearches = recordType({
  name: 'JobSearch',
  table: 'job_search',
  entity: JobSearch,
  shape: JobSearch,
  display: 'name',
  softDeleted: true,
});
