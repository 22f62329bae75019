import type { View } from '../../core/database';
import { foldedEntryCodes, foldedEntryNames } from '../../core/lookups';
import { InvalidRequest } from '../../core/problems';
import { sql } from '../../core/sql';
import { validateRanges, unknownEntries, unknownNames, unknownRecords } from '../../core/search';
import { unknownUsers } from '../../users';
import type { JobSearchRequest } from './job-search.dto';

const STATUSES = foldedEntryNames('jobStatus');
const TYPES = sql`${foldedEntryNames('jobType')} UNION ALL ${foldedEntryCodes('jobType')}`;

/**
 * Checks that a search can be saved: everything the body refers to must exist.
 * @param criteria as they would be stored
 * @throws InvalidRequest
 */
export async function validateJobSearch(view: View, body: JobSearchRequest, criteria: object): Promise<void> {
  const { em } = view;
  const errors = [
    ...validateRanges(criteria, body),
    ...(await unknownNames(em, 'status', body.status, STATUSES, 'must be the id or the name of a job status, or 0 for none')),
    ...(await unknownNames(em, 'type', body.type, TYPES, 'must be the id, the code or the name of a job type, or 0 for none')),
    ...(await unknownUsers(em, 'owner', body.owner)),
    ...(await unknownEntries(em, 'stage', body.stage, 'jobStage')),
    ...(await unknownRecords(view, 'division', body.division, 'Division')),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}
