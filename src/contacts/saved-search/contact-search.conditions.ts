import { and, or, sql, type Sql, type Subject } from '../../query';
import { between, type Choice, choiceOf, isChosen, isEntryChosen, isOneOf, startsWords, within } from '../../search';
import { tagConditions } from '../../tags';
import { ActivityCategory } from '../../terms/numbers';
import type { ContactCriteria } from './contact-search.criteria';
import { hasRelated, isThere } from './contact-search.location';
import type { Middle } from './contact-search.place';

/** Who runs a search, and the middle of its radius. */
export interface RunBy {
  readonly userID: number;
  readonly middle: Middle | undefined;
}

/** What a saved search asks of a contact. */
export function contactConditions(contact: Subject, asked: ContactCriteria, { userID, middle }: RunBy): Sql[] {
  return [
    ...whenChosen(asked.owner, (choice) => isOwned(contact, choice, userID)),
    ...whenChosen(asked.rating?.split(','), (choice) => isEntryChosen(contact.column('ratingID'), 'rating', choice)),
    ...oneOf(contact.column('statusID'), asked.status),
    ...(asked.division ? [inDivision(contact, asked.division)] : []),
    ...isThere(contact, asked, middle),
    ...(asked.jobTitle === undefined ? [] : startsWords(contact.words('jobTitle'), asked.jobTitle)),
    ...tagConditions(contact, asked),
    ...oneOf(contact.column('createdByID'), asked.createdBy),
    ...within(contact.column('createdDate'), between(asked.createdDateFrom, asked.createdDateTo)),
    ...within(contact.column('updatedDate'), between(asked.updatedDateFrom, asked.updatedDateTo)),
    ...withRelated(contact, 'jobs', [asked.jobTypeIds, asked.jobCreatedFrom, asked.jobCreatedTo], (job) => [
      ...(asked.jobTypeIds ? [hasJobType(job, asked.jobTypeIds)] : []),
      ...within(job.column('createdDate'), between(asked.jobCreatedFrom, asked.jobCreatedTo)),
    ]),
    ...withRelated(contact, 'placements', [asked.placementTypeIds, asked.placementCreatedFrom, asked.placementCreatedTo], (placement) => [
      ...oneOf(placement.column('typeID'), asked.placementTypeIds),
      ...within(placement.column('createdDate'), between(asked.placementCreatedFrom, asked.placementCreatedTo)),
    ]),
    ...activityConditions(contact, asked),
  ];
}

/** Notes, meetings, interviews and submissions are activities, each of its category. */
function activityConditions(contact: Subject, asked: ContactCriteria): Sql[] {
  const { Note, Meeting, Interview, Submission } = ActivityCategory;
  return [
    ...withActivity(contact, Note, [
      asked.noteTypeIds,
      asked.noteCreatedFrom,
      asked.noteCreatedTo,
      asked.noteAssignedUsers,
      asked.noteContents,
    ]),
    ...withActivity(contact, Meeting, [asked.meetingTypeIds, asked.meetingCreatedFrom, asked.meetingCreatedTo, asked.meetingAssignedUsers]),
    ...withActivity(contact, Interview, [
      asked.interviewTypeIds,
      asked.interviewCreatedFrom,
      asked.interviewCreatedTo,
      asked.interviewAssignedUsers,
    ]),
    ...withActivity(contact, Submission, [
      undefined,
      asked.submissionCreatedFrom,
      asked.submissionCreatedTo,
      asked.submissionAssignedUsers,
    ]),
  ];
}

type ActivityAsked = [types?: readonly number[], createdFrom?: string, createdTo?: string, assigned?: readonly number[], contents?: string];

const withActivity = (contact: Subject, category: number, asked: ActivityAsked): Sql[] =>
  withRelated(contact, 'activities', asked, (activity) => {
    const [types, from, to, assigned, contents] = asked;
    return [
      sql`${activity.column('category')} = ${category}`,
      ...oneOf(activity.column('typeID'), types),
      ...within(activity.column('dateCreated'), between(from, to)),
      ...oneOf(activity.column('assignedToID'), assigned),
      ...(contents === undefined ? [] : startsWords(activity.words('notes'), contents)),
    ];
  });

/** Nothing when nothing is asked of the related records; otherwise one and the same of them must answer to all of it. */
const withRelated = (contact: Subject, relation: string, asked: readonly unknown[], conditions: (record: Subject) => Sql[]): Sql[] =>
  asked.some((each) => each !== undefined) ? [hasRelated(contact, relation, (record) => and(conditions(record)))] : [];

function whenChosen(texts: readonly string[] | undefined, condition: (choice: Choice) => Sql): Sql[] {
  const choice = choiceOf(texts);
  return choice ? [condition(choice)] : [];
}

const oneOf = (column: Sql, ids: readonly number[] | undefined): Sql[] => (ids ? [isOneOf(column, ids)] : []);

function isOwned(contact: Subject, choice: Choice, userID: number): Sql {
  const ids = choice.names.includes('me') ? [...choice.ids, userID] : choice.ids;
  const owner = contact.column('ownerID');
  return or([
    sql`${owner} IN (SELECT u.id FROM user_text u WHERE ${isChosen(sql`u.id`, sql`u.name`, { ...choice, ids })})`,
    ...(choice.none ? [sql`${owner} IS NULL`] : []),
  ]);
}

function inDivision(contact: Subject, ids: readonly number[]): Sql {
  const divisions = sql`SELECT d.divisionID FROM contact_division d WHERE d.recordID = ${contact.column('id')}`;
  return or([
    sql`EXISTS (${divisions} AND ${isOneOf(
      sql`d.divisionID`,
      ids.filter((id) => id !== 0),
    )})`,
    ...(ids.includes(0) ? [sql`NOT EXISTS (${divisions})`] : []),
  ]);
}

/** A job keeps the code of its type. */
function hasJobType(job: Subject, ids: readonly number[]): Sql {
  const code = job.value('type').sql;
  const wanted = ids.filter((id) => id !== 0);
  return or([
    sql`${job.column('type')} IN (SELECT y.code FROM lookup y WHERE y.list = 'jobType' AND ${isOneOf(sql`y.id`, wanted)})`,
    ...(ids.includes(0) ? [sql`${code} IS NULL`] : []),
  ]);
}
