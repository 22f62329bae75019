import { eventsFor, isDeletion } from '../core/fields/record-event';
import type { Candidate } from './candidate.entity';
import { hasNewResume } from './rules/resume';

const { created, updated, changed, reaches, raisedWhen, written, raisedElsewhere, dateReached, matchesFilters, unless } =
  eventsFor<Candidate>();

export const candidateEvents = {
  created: created(1, 'Candidate created'),
  ...unless(isDeletion, {
    updated: updated(2, 'Candidate updated'),
    statusChanged: changed(3, 'Candidate status changed', 'profileStatusID'),
    jobSeekingStatusChanged: changed(4, 'Job-seeking status changed', 'jobSeekingStatusID'),
    resumeChanged: raisedWhen(7, 'Resume added or updated', ({ before, after }) => hasNewResume(before, after), {
      causedBy: [written('hasResumeViewerDoc'), written('resumeViewerDate'), written('resumeUpdateDate')],
    }),
    redFlagged: reaches(8, 'Candidate red-flagged', 'isRedFlagged', true),
    optedOut: reaches(9, 'Candidate opted out', 'optOut', true),
  }),
  tagAdded: raisedElsewhere(5, 'Tag added to candidate', { raisedBy: 'its tags', causedBy: [{ kind: 'tagAdded' }] }),
  tagRemoved: raisedElsewhere(6, 'Tag removed from candidate', { raisedBy: 'its tags', causedBy: [{ kind: 'tagRemoved' }] }),
  merged: raisedElsewhere(10, 'Candidates merged', { raisedBy: 'a merge, for the candidate that remains', causedBy: [] }),
  deleted: raisedWhen(11, 'Candidate deleted', (change) => isDeletion(change) && change.after.mergedIntoID === null, {
    causedBy: [],
    ofDeletedRecords: true,
  }),
  availabilityReached: dateReached(12, 'Availability date reached', { field: 'availabilityDate', way: 'before' }),
  birthday: dateReached(13, 'Candidate birthday', { field: 'dateOfBirth', way: 'before', everyYear: true }),
  documentExpiring: dateReached(14, 'Candidate document expiring', { field: 'expiryDate', relation: 'documents', way: 'before' }),
  inactive: dateReached(15, 'No activity on candidate for N days', {
    field: 'lastActivityDate',
    orElse: 'createdDate',
    way: 'after',
  }),
  matchesFilters: matchesFilters(16, 'Candidate matches filters'),
};
