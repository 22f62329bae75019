import type { EntityManager } from 'typeorm';
import { InvalidRequest, type Complaint } from '../../http';
import { sql } from '../../query';
import { isNamed, rangeComplaints, unknownEntries, unknownOwners, unknownRecords } from '../../search';
import type { ContactCriteria } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { middleOf } from './contact-search.place';

/** What the ids of a list are: entries of a lookup list, or records of a type. */
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
 * Can the search be kept? All that the body writes must be there.
 * @param asked the criteria after the change
 * @throws InvalidRequest
 */
export async function checkContactSearch(em: EntityManager, body: ContactSearchRequest, asked: ContactCriteria): Promise<void> {
  const complaints = [
    ...rangeComplaints(asked, body),
    ...(await unknownIds(em, body)),
    ...(await unknownOwners(em, 'owner', body.owner)),
    ...(await unknownRating(em, body)),
    ...(await unknownPlace(em, asked)),
  ];
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

async function unknownIds(em: EntityManager, body: ContactSearchRequest): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const [field, inList] of namesIn(LISTS)) complaints.push(...(await unknownEntries(em, field, body[field], inList)));
  for (const [field, type] of namesIn(RECORDS)) complaints.push(...(await unknownRecords(em, field, body[field], type)));
  return complaints;
}

const namesIn = <K extends string, V>(names: Readonly<Record<K, V>>): [K, V][] => Object.entries(names) as [K, V][];

/** Ratings are said by id or by name, in one text. */
async function unknownRating(em: EntityManager, { rating }: ContactSearchRequest): Promise<Complaint[]> {
  for (const text of rating?.split(',') ?? []) {
    if (await isNamed(em, text, sql`SELECT n.id, n.folded AS name FROM lookup n WHERE n.list = 'rating'`)) continue;
    return [{ pointer: '/rating', detail: 'must be ids or names of ratings with commas between, or 0 for none' }];
  }
  return [];
}

async function unknownPlace(em: EntityManager, asked: ContactCriteria): Promise<Complaint[]> {
  if (asked.radius === undefined || (await middleOf(em, asked))) return [];
  return [
    {
      pointer: '/radius',
      detail: 'must come with longitude and latitude, or with a location at which a site or a contact has coordinates',
    },
  ];
}
