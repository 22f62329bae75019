import { divisionIDsOf, linkedDivisions } from '../assignments';
import { linkedActivities } from '../activities';
import { onLists } from '../lists';
import { fieldsOf } from '../core/fields/field';
import { recordType } from '../core/fields/record-type';
import { CandidateFields } from './candidate.dto';
import { Candidate, EmploymentHistory } from './candidate.entity';
import { candidateDuplicates } from './rules/duplicate-kinds';
import { refoldedKey } from './rules/duplicates';
import { candidateEvents } from './candidate.events';
import { CandidateSearchRequest } from './search/candidate-search.dto';
import { CandidateSearch } from './search/candidate-search.entity';

export const candidates = recordType({
  name: 'Candidate',
  table: 'candidate',
  entity: Candidate,
  shape: CandidateFields,
  moduleId: 1,
  display: 'fullName',
  softDeleted: true,
  isPerson: true,
  storedResponses: true,
  indexKeys: [['createdDate', 'deleted', 'id', 'profileStatusID', 'ownerID', 'suburb', 'state', 'latitude', 'longitude']],
  events: candidateEvents,
  duplicateKinds: candidateDuplicates,
  divisions: divisionIDsOf('Candidate', 'r.id'),
  foldedColumns: [
    {
      name: 'Candidate',
      table: 'candidate',
      column: 'emailKey',
      id: ['id'],
      derivedFrom: ['email1', 'deleted'],
      derive: ([email1, deleted], stored) => refoldedKey({ email1: email1 as string, deleted: deleted === 1 }, stored),
    },
  ],
  relations: {
    applications: { to: 'Application', on: 'x.candidateID = r.id' },
    interviews: { to: 'Interview', on: 'x.candidateID = r.id' },
    offers: { to: 'Offer', on: 'x.candidateID = r.id' },
    placements: { to: 'Placement', on: 'x.candidateID = r.id' },
    timesheets: { to: 'Timesheet', on: 'x.candidateID = r.id' },
    documents: { to: 'Document', on: 'x.candidateID = r.id' },
    activities: linkedActivities('Candidate'),
    employmentHistories: { to: 'EmploymentHistory', on: 'x.candidateID = r.id' },
    divisionList: linkedDivisions('Candidate'),
    tagList: { to: 'CandidateTag', on: 'x.recordID = r.id' },
    lists: onLists('Candidate'),
  },
  changedParts: ['divisionIDs', 'employmentHistories', 'tagList', 'mergedCandidateIDs', 'confirmed'],
});

export const employmentHistories = recordType({
  name: 'EmploymentHistory',
  table: 'employment_history',
  entity: EmploymentHistory,
  shape: EmploymentHistory,
  display: 'jobTitle',
});

export const candidateSearches = recordType({
  name: 'CandidateSearch',
  table: 'candidate_search',
  entity: CandidateSearch,
  shape: CandidateSearch,
  display: 'name',
  softDeleted: true,
  changedParts: fieldsOf(CandidateSearchRequest).map(({ name }) => name),
});
