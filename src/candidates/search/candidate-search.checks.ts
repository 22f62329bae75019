import { unknownCentre } from '../../contacts';
import type { View } from '../../core/database';
import { InvalidRequest } from '../../core/problems';
import { unknownIds, unknownRating, validateRanges } from '../../core/search';
import { unknownUsers } from '../../users';
import type { CandidateCriteria } from './candidate-search.criteria';
import type { CandidateSearchRequest } from './candidate-search.dto';

/** What the ids in a criterion refer to: entries of a lookup list, or records of a type. */
const LISTS = {
  status: 'candidateStatus',
  jobSeekingStatus: 'jobSeekingStatus',
  preferredRateUnits: 'unit',
  preferredSalaryUnits: 'unit',
  placementTypeIds: 'placementType',
} as const;
const RECORDS = { division: 'Division', createdBy: 'User', placementClientIds: 'Client' } as const;

/**
 * Checks that a search can be saved: everything the body refers to must exist.
 * @param criteria the criteria after the change
 * @throws InvalidRequest
 */
export async function validateCandidateSearch(view: View, body: CandidateSearchRequest, criteria: CandidateCriteria): Promise<void> {
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
