import { divisionIDsOf } from '../../assignments';
import { entriesWhere } from '../../core/lookups';
import { type QueryRecord } from '../../core/query';
import { and, or, sql, type Sql } from '../../core/sql';
import {
  between,
  type Choice,
  choiceOf,
  hasWords,
  isAnyOf,
  isEntryChosen,
  isOneOf,
  type SearchedWords,
  startsWords,
  within,
} from '../../core/search';
import { tagConditions } from '../../tags';
import { ActivityCategory } from '../../core/terms/numbers';
import { chosenUsers } from '../../users';
import type { ContactCriteria } from './contact-search.criteria';
import { hasRelated, locationConditions, type Circle } from './contact-search.location';

/** What a search needs besides its criteria. */
export interface ContactSearchContext {
  /** The caller's id, for the owner `me`. */
  readonly userID: number;
  /** Of the radius; undefined without one, or if its centre is unknown. */
  readonly circle: Circle | undefined;
  readonly title?: SearchedWords;
  /** The contacts whose notes have a rare word: all others need not be looked at. */
  readonly withNotes?: readonly number[];
}

/** The conditions that a saved search puts on a contact. */
export function contactConditions(
  contact: QueryRecord,
  criteria: ContactCriteria,
  { userID, circle, title, withNotes }: ContactSearchContext,
): Sql[] {
  return [
    ...(withNotes ? [or(isAnyOf(contact.column('id'), withNotes))] : []),
    ...whenChosen(criteria.owner, (choice) => isOwned(contact, choice, userID)),
    ...whenChosen(criteria.rating?.split(','), (choice) => isEntryChosen(contact.column('ratingID'), 'rating', choice)),
    ...whenOneOf(contact.column('statusID'), criteria.status),
    ...(criteria.division ? [inDivision(contact, criteria.division)] : []),
    ...locationConditions(contact, criteria, circle),
    ...tagConditions(contact, criteria),
    ...(title ? hasWords(contact, title) : []),
    ...whenOneOf(contact.column('createdByID'), criteria.createdBy),
    ...within(contact.column('createdDate'), between(criteria.createdDateFrom, criteria.createdDateTo)),
    ...within(contact.column('updatedDate'), between(criteria.updatedDateFrom, criteria.updatedDateTo)),
    ...withRelated(contact, 'jobs', [criteria.jobTypeIds, criteria.jobCreatedFrom, criteria.jobCreatedTo], (job) => [
      ...(criteria.jobTypeIds ? [hasJobType(job, criteria.jobTypeIds)] : []),
      ...within(job.column('createdDate'), between(criteria.jobCreatedFrom, criteria.jobCreatedTo)),
    ]),
    ...withRelated(
      contact,
      'placements',
      [criteria.placementTypeIds, criteria.placementCreatedFrom, criteria.placementCreatedTo],
      (placement) => [
        ...whenOneOf(placement.column('typeID'), criteria.placementTypeIds),
        ...within(placement.column('createdDate'), between(criteria.placementCreatedFrom, criteria.placementCreatedTo)),
      ],
    ),
    ...activityConditions(contact, criteria),
  ];
}

/** Notes, meetings, interviews and submissions are activities, each with its own category. */
function activityConditions(contact: QueryRecord, criteria: ContactCriteria): Sql[] {
  const { Note, Meeting, Interview, Submission } = ActivityCategory;
  return [
    ...withActivity(contact, Note, [
      criteria.noteTypeIds,
      criteria.noteCreatedFrom,
      criteria.noteCreatedTo,
      criteria.noteAssignedUsers,
      criteria.noteContents,
    ]),
    ...withActivity(contact, Meeting, [
      criteria.meetingTypeIds,
      criteria.meetingCreatedFrom,
      criteria.meetingCreatedTo,
      criteria.meetingAssignedUsers,
    ]),
    ...withActivity(contact, Interview, [
      criteria.interviewTypeIds,
      criteria.interviewCreatedFrom,
      criteria.interviewCreatedTo,
      criteria.interviewAssignedUsers,
    ]),
    ...withActivity(contact, Submission, [
      undefined,
      criteria.submissionCreatedFrom,
      criteria.submissionCreatedTo,
      criteria.submissionAssignedUsers,
    ]),
  ];
}

type ActivityCriteria = [
  types?: readonly number[],
  createdFrom?: string,
  createdTo?: string,
  assigned?: readonly number[],
  contents?: string,
];

const withActivity = (contact: QueryRecord, category: number, criteria: ActivityCriteria): Sql[] =>
  withRelated(contact, 'activities', criteria, (activity) => {
    const [types, from, to, assigned, contents] = criteria;
    return [
      sql`${activity.column('category')} = ${category}`,
      ...whenOneOf(activity.column('typeID'), types),
      ...within(activity.column('dateCreated'), between(from, to)),
      ...whenOneOf(activity.column('assignedToID'), assigned),
      ...(contents === undefined ? [] : startsWords(activity.words('notes'), contents)),
    ];
  });

/** No condition without criteria; otherwise a single related record must match all of them. */
const withRelated = (
  contact: QueryRecord,
  relation: string,
  criteria: readonly unknown[],
  conditions: (record: QueryRecord) => Sql[],
): Sql[] => (criteria.some((each) => each !== undefined) ? [hasRelated(contact, relation, (record) => and(conditions(record)))] : []);

function whenChosen(texts: readonly string[] | undefined, condition: (choice: Choice) => Sql): Sql[] {
  const choice = choiceOf(texts);
  return choice ? [condition(choice)] : [];
}

const whenOneOf = (column: Sql, ids: readonly number[] | undefined): Sql[] => (ids ? [isOneOf(column, ids)] : []);

function isOwned(contact: QueryRecord, choice: Choice, userID: number): Sql {
  const owner = contact.column('ownerID');
  return or([sql`${owner} IN (${chosenUsers(choice, userID)})`, ...(choice.none ? [sql`${owner} IS NULL`] : [])]);
}

function inDivision(contact: QueryRecord, ids: readonly number[]): Sql {
  const divisions = contact.bind(divisionIDsOf('Contact', 'r.id'));
  return or([
    sql`EXISTS (${divisions} AND ${isOneOf(
      sql`dl.divisionID`,
      ids.filter((id) => id !== 0),
    )})`,
    ...(ids.includes(0) ? [sql`NOT EXISTS (${divisions})`] : []),
  ]);
}

/** A job stores the code of its type. */
function hasJobType(job: QueryRecord, ids: readonly number[]): Sql {
  const code = job.value('type').sql;
  const wanted = ids.filter((id) => id !== 0);
  return or([
    sql`${job.column('type')} IN (${entriesWhere('jobType', 'code', (id) => isOneOf(id, wanted))})`,
    ...(ids.includes(0) ? [sql`${code} IS NULL`] : []),
  ]);
}
