import type { EntityManager } from 'typeorm';
import { InvalidRequest } from '../../http';
import { sql } from '../../query';
import { rangeComplaints, unknownEntries, unknownNames, unknownOwners, unknownRecords } from '../../search';
import type { JobSearchRequest } from './job-search.dto';

const STATUSES = sql`SELECT n.id, n.folded AS name FROM lookup n WHERE n.list = 'jobStatus'`;
const TYPES = sql`SELECT n.id, n.folded AS name FROM lookup n WHERE n.list = 'jobType' UNION ALL SELECT n.id, LOWER(n.code) FROM lookup n WHERE n.list = 'jobType'`;

/**
 * Can the search be kept? All that the body writes must be there.
 * @param criteria as they would be kept
 * @throws InvalidRequest
 */
export async function checkJobSearch(em: EntityManager, body: JobSearchRequest, criteria: object): Promise<void> {
  const complaints = [
    ...rangeComplaints(criteria, body),
    ...(await unknownNames(em, 'status', body.status, STATUSES, 'must be the id or the name of a job status, or 0 for none')),
    ...(await unknownNames(em, 'type', body.type, TYPES, 'must be the id, the code or the name of a job type, or 0 for none')),
    ...(await unknownOwners(em, 'owner', body.owner)),
    ...(await unknownEntries(em, 'stage', body.stage, 'jobStage')),
    ...(await unknownRecords(em, 'division', body.division, 'Division')),
  ];
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}
