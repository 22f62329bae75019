import type { EntityManager } from 'typeorm';
import { unknownCentre } from '../../contacts';
import type { View } from '../../core/database';
import { foldedEntryNames } from '../../core/lookups';
import { InvalidRequest, type ValidationError } from '../../core/problems';
import { isNamed, unknownEntries, unknownRecords, validateRanges } from '../../core/search';
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
    ...(await unknownIds(view, body)),
    ...(await unknownUsers(em, 'owner', body.owner)),
    ...(await unknownRating(em, body)),
    ...(await unknownCentre(em, criteria)),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

async function unknownIds(view: View, body: CandidateSearchRequest): Promise<ValidationError[]> {
  const errors: ValidationError[] = [];
  for (const [field, inList] of namesIn(LISTS)) errors.push(...(await unknownEntries(view.em, field, body[field], inList)));
  for (const [field, type] of namesIn(RECORDS)) errors.push(...(await unknownRecords(view, field, body[field], type)));
  return errors;
}

const namesIn = <K extends string, V>(names: Readonly<Record<K, V>>): [K, V][] => Object.entries(names) as [K, V][];

/** Ratings are given by id or name, in one comma-separated text. */
async function unknownRating(em: EntityManager, { rating }: CandidateSearchRequest): Promise<ValidationError[]> {
  for (const text of rating?.split(',') ?? []) {
    if (await isNamed(em, text, foldedEntryNames('rating'))) continue;
    return [{ pointer: '/rating', detail: 'must be ids or names of ratings, separated by commas, or 0 for none' }];
  }
  return [];
}
