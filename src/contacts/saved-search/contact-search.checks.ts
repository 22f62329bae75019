import type { View } from '../../core/database';
import { InvalidRequest } from '../../core/problems';
import { unknownIds, unknownRating, validateRanges } from '../../core/search';
import { unknownUsers } from '../../users';
import type { ContactCriteria } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { unknownCentre } from './contact-search.location';

/** What the ids in a criterion refer to: entries of a lookup list, or records of a type. */
const LISTS = {
  status: 'contactStatus',
  jobTypeIds: 'jobType',
  placementTypeIds: 'placementType',
  noteTypeIds: 'activityType',
  meetingTypeIds: 'activityType',
  interviewTypeIds: 'activityType',
} as const;
const RECORDS = {
  division: 'Division',
  createdBy: 'User',
  noteAssignedUsers: 'User',
  meetingAssignedUsers: 'User',
  interviewAssignedUsers: 'User',
  submissionAssignedUsers: 'User',
} as const;

/**
 * Checks that a search can be saved: everything the body refers to must exist.
 * @param criteria the criteria after the change
 * @throws InvalidRequest
 */
export async function validateContactSearch(view: View, body: ContactSearchRequest, criteria: ContactCriteria): Promise<void> {
  const { em } = view;
  const errors = [
    ...validateRanges(criteria, body),
    ...(await unknownIds(view, body, { lists: LISTS, records: RECORDS })),
    ...(await unknownUsers(em, 'owner', body.owner)),
    ...(await unknownRating(em, body.rating)),
    ...(await unknownCentre(em, criteria, body)),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}
