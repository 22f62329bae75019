import { divisionIDsOf } from '../../assignments';
import { hasRelated, isAddressAt, isInCircle, type Circle } from '../../contacts';
import { type QueryRecord } from '../../core/query';
import { between, choiceOf, hasWords, isAnyOf, isEntryChosen, isOneOf, within, type Choice, type SearchedWords } from '../../core/search';
import { and, not, or, sql, type Sql } from '../../core/sql';
import { tagConditions } from '../../tags';
import { chosenUsers } from '../../users';
import { hasNotes, type SearchedNotes } from './notes';
import { hasResume, type SearchedResumes } from './resumes';
import type { CandidateCriteria } from './candidate-search.criteria';
import { isOfKind } from './placed';
import { beginsAddress, type SearchedTerms } from './terms';

/** What a search needs besides its criteria. */
export interface CandidateSearchContext {
  /** The caller's id, for the owner `me`. */
  readonly userID: number;
  /** Of the radius; undefined without one, or if its centre is unknown. */
  readonly circle: Circle | undefined;
  readonly terms?: SearchedTerms;
  readonly title?: SearchedWords;
  readonly notes?: SearchedNotes;
  readonly resumes?: SearchedResumes;
}

/** The conditions that a search puts on a candidate. */
export function candidateConditions(
  candidate: QueryRecord,
  criteria: CandidateCriteria,
  { userID, circle, terms, title, notes, resumes }: CandidateSearchContext,
): Sql[] {
  return [
    ...whenChosen(criteria.owner, (choice) => isOwned(candidate, choice, userID)),
    ...whenChosen(criteria.rating?.split(','), (choice) => isEntryChosen(candidate.column('ratingID'), 'rating', choice)),
    ...whenOneOf(candidate, 'profileStatusID', criteria.status),
    ...whenOneOf(candidate, 'jobSeekingStatusID', criteria.jobSeekingStatus),
    ...(criteria.division ? [inDivision(candidate, criteria.division)] : []),
    ...(criteria.isRedFlagged === undefined ? [] : [sql`${candidate.column('isRedFlagged')} = ${Number(criteria.isRedFlagged)}`]),
    ...locationConditions(candidate, criteria, circle),
    ...within(candidate.column('availabilityDate'), between(criteria.availabilityDateFrom, criteria.availabilityDateTo)),
    ...payConditions(candidate, criteria),
    ...placementConditions(candidate, criteria),
    ...tagConditions(candidate, criteria),
    ...whenOneOf(candidate, 'createdByID', criteria.createdBy),
    ...within(candidate.column('createdDate'), between(criteria.createdDateFrom, criteria.createdDateTo)),
    ...within(candidate.column('lastUpdateDate'), between(criteria.updatedDateFrom, criteria.updatedDateTo)),
    // last, since a server compares in this order, and a record has many words
    ...(terms ? [...hasWords(candidate, terms.words), ...terms.addresses.map((address) => beginsAddress(candidate, address))] : []),
    ...(title ? hasWords(candidate, title) : []),
    ...(notes ? hasNotes(candidate, notes) : []),
    ...(resumes ? hasResume(candidate, resumes) : []),
  ];
}

const payConditions = (candidate: QueryRecord, criteria: CandidateCriteria): Sql[] => [
  ...isPaid(candidate, 'preferredRate', criteria.preferredRateFrom, criteria.preferredRateTo),
  ...whenOneOf(candidate, 'preferredRateUnitsId', criteria.preferredRateUnits),
  ...isPaid(candidate, 'preferredSalary', criteria.preferredSalaryFrom, criteria.preferredSalaryTo),
  ...whenOneOf(candidate, 'preferredSalaryUnitsId', criteria.preferredSalaryUnits),
];

/** An amount of 0 is unset, and in no range. */
function isPaid(record: QueryRecord, column: string, from: number | undefined, to: number | undefined): Sql[] {
  if (from === undefined && to === undefined) return [];
  const amount = record.column(column);
  return [
    sql`${amount} > 0`,
    ...(from === undefined ? [] : [sql`${amount} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${amount} <= ${to}`]),
  ];
}

function placementConditions(candidate: QueryRecord, criteria: CandidateCriteria): Sql[] {
  const { placed, placementClientIds, placementTypeIds, payRateFrom, payRateTo } = criteria;
  const matches = (placement: QueryRecord): Sql =>
    and([
      isOfKind(placement, placed),
      ...whenOneOf(placement, 'clientID', placementClientIds),
      ...whenOneOf(placement, 'typeID', placementTypeIds),
    ]);
  const isWanted = [placed, placementClientIds, placementTypeIds].some((criterion) => criterion !== undefined);
  const has = isWanted ? [hasRelated(candidate, 'placements', matches)] : [];
  const rates = (placement: QueryRecord): Sql[] => isPaid(placement, 'payRate', payRateFrom, payRateTo);
  const isRated = payRateFrom !== undefined || payRateTo !== undefined;
  return [
    ...(placed === 'none' ? has.map(not) : has),
    ...(isRated ? [hasRelated(candidate, 'placements', (placement) => and([isOfKind(placement, 'current'), ...rates(placement)]))] : []),
  ];
}

function locationConditions(candidate: QueryRecord, { location, radius }: CandidateCriteria, circle: Circle | undefined): Sql[] {
  if (radius !== undefined) return [circle ? isInCircle(candidate, circle, Number(radius)) : sql`1 = 0`];
  return location === undefined ? [] : [isAddressAt(location, (part) => candidate.value(part).sql)];
}

function whenChosen(texts: readonly string[] | undefined, condition: (choice: Choice) => Sql): Sql[] {
  const choice = choiceOf(texts);
  return choice ? [condition(choice)] : [];
}

/** A column is looked up only where it is asked for: those that are not in the index row would join the record. */
const whenOneOf = (record: QueryRecord, column: string, ids: readonly number[] | undefined): Sql[] =>
  ids ? [isOneOf(record.column(column), ids)] : [];

function isOwned(candidate: QueryRecord, choice: Choice, userID: number): Sql {
  const owner = candidate.column('ownerID');
  return or([sql`${owner} IN (${chosenUsers(choice, userID)})`, ...(choice.none ? [sql`${owner} IS NULL`] : [])]);
}

function inDivision(candidate: QueryRecord, ids: readonly number[]): Sql {
  const divisions = candidate.bind(divisionIDsOf('Candidate', 'r.id'));
  const wanted = ids.filter((id) => id !== 0);
  return or([
    ...(wanted.length > 0 ? [sql`EXISTS (${divisions} AND ${or(isAnyOf(sql`dl.divisionID`, wanted))})`] : []),
    ...(ids.includes(0) ? [sql`NOT EXISTS (${divisions})`] : []),
  ]);
}
