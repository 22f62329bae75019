import { foldedColumn } from '../fields/folded-column';
import { recordType } from '../fields/record-type';
import { CandidateFields } from './candidate.dto';
import { Candidate, EmploymentHistory } from './candidate.entity';
import { refoldedKey } from './rules/duplicates';

export const candidates = recordType({
  name: 'Candidate',
  table: 'candidate',
  entity: Candidate,
  shape: CandidateFields,
  moduleId: 1,
  display: 'fullName',
  softDeleted: true,
  divisions: 'SELECT dv.divisionID FROM candidate_division dv WHERE dv.recordID = r.id',
  relations: {
    applications: { to: 'Application', on: 'x.candidateID = r.id' },
    interviews: { to: 'Interview', on: 'x.candidateID = r.id' },
    offers: { to: 'Offer', on: 'x.candidateID = r.id' },
    placements: { to: 'Placement', on: 'x.candidateID = r.id' },
    timesheets: { to: 'Timesheet', on: 'x.candidateID = r.id' },
    documents: { to: 'Document', on: 'x.candidateID = r.id' },
    activities: {
      to: 'Activity',
      on: "x.id IN (SELECT al.activityID FROM activity_link al WHERE al.kind = 'Candidate' AND al.recordID = r.id)",
    },
    employmentHistories: { to: 'EmploymentHistory', on: 'x.candidateID = r.id' },
    divisionList: { to: 'Division', on: 'x.id IN (SELECT cd.divisionID FROM candidate_division cd WHERE cd.recordID = r.id)' },
    tagList: { to: 'CandidateTag', on: 'x.recordID = r.id' },
    lists: {
      to: 'SavedList',
      on: "x.type = 'Candidate' AND x.id IN (SELECT sr.listID FROM saved_list_record sr WHERE sr.recordID = r.id)",
    },
  },
});

foldedColumn({
  name: 'Candidate',
  table: 'candidate',
  column: 'emailKey',
  id: ['id'],
  from: ['email1', 'deleted'],
  follows: ([email1, deleted], kept) => refoldedKey({ email1: email1 as string, deleted: deleted === 1 }, kept),
});

export const employmentHistories = recordType({
  name: 'EmploymentHistory',
  table: 'employment_history',
  entity: EmploymentHistory,
  shape: EmploymentHistory,
  display: 'jobTitle',
});
