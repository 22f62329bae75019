import type { EntityManager } from 'typeorm';
import type { View } from '../../core/database';
import { foldedEntryNames } from '../../core/lookups';
import { InvalidRequest, type ValidationError } from '../../core/problems';
import { isNamed, validateRanges, unknownEntries, unknownRecords } from '../../core/search';
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
    ...(await unknownIds(view, body)),
    ...(await unknownUsers(em, 'owner', body.owner)),
    ...(await unknownRating(em, body)),
    ...(await unknownCentre(em, criteria)),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

async function unknownIds(view: View, body: ContactSearchRequest): Promise<ValidationError[]> {
  const errors: ValidationError[] = [];
  for (const [field, inList] of namesIn(LISTS)) errors.push(...(await unknownEntries(view.em, field, body[field], inList)));
  for (const [field, type] of namesIn(RECORDS)) errors.push(...(await unknownRecords(view, field, body[field], type)));
  return errors;
}

const namesIn = <K extends string, V>(names: Readonly<Record<K, V>>): [K, V][] => Object.entries(names) as [K, V][];

/** Ratings are given by id or name, in one comma-separated text. */
async function unknownRating(em: EntityManager, { rating }: ContactSearchRequest): Promise<ValidationError[]> {
  for (const text of rating?.split(',') ?? []) {
    if (await isNamed(em, text, foldedEntryNames('rating'))) continue;
    return [{ pointer: '/rating', detail: 'must be ids or names of ratings, separated by commas, or 0 for none' }];
  }
  return [];
}
