import { type Asked, between, type Choice, choiceOf, isAnyOf, isChosen, isOneOf, startsWords, within } from '../../search';
import { tagConditions } from '../../tags';
import { and, list, or, sql, type Sql, type Subject } from '../../query';
import { timeRange } from '../../time/time-range';
import type { JobSearchRequest } from './job-search.dto';
import { isOfStages, type Stages } from './job-search.stages';

export type JobCriteria = Asked<Omit<JobSearchRequest, 'includeTags' | 'excludeTags'>> & Parameters<typeof tagConditions>[1];

/** What a search has to know beside its criteria. */
export interface JobCircumstances {
  /** The caller's, meant by the owner `me`. */
  readonly userID: number;
  /** Of the statuses asked for: the status of a job is the one that its stage belongs to. */
  readonly stages?: Stages;
}

/** What a search asks of a job. */
export function jobConditions(job: Subject, asked: JobCriteria, { userID, stages }: JobCircumstances): Sql[] {
  return [
    ...(asked.jobTitle === undefined ? [] : startsWords(job.words('title'), asked.jobTitle)),
    ...(stages ? [isOfStages(job.column('stageID'), stages)] : []),
    ...chosen(asked.owner, (choice) => isOwned(job, choice, userID)),
    ...chosen(asked.type, (choice) => hasType(job, choice)),
    ...chosen(asked.sources, (choice) => hasText(job.value('source').sql, choice)),
    ...(asked.division ? [isOneOf(job.column('division'), asked.division)] : []),
    ...(asked.stage ? [isOneOf(job.column('stageID'), asked.stage)] : []),
    ...within(job.column('createdDate'), createdIn(job, asked.timeRange)),
    ...within(job.column('createdDate'), between(asked.createdDateFrom, asked.createdDateTo)),
    ...within(job.column('updatedDate'), between(asked.updatedDateFrom, asked.updatedDateTo)),
    ...within(job.column('closeDate'), between(asked.closedDateFrom, asked.closedDateTo)),
    ...tagConditions(job, asked),
  ];
}

function chosen(texts: readonly string[] | undefined, condition: (choice: Choice) => Sql): Sql[] {
  const choice = choiceOf(texts);
  return choice ? [condition(choice)] : [];
}

const createdIn = ({ circumstances: { now, timeZone } }: Subject, text: string | undefined) =>
  text === undefined ? {} : (timeRange(text, now, timeZone) ?? {});

function isOwned(job: Subject, choice: Choice, userID: number): Sql {
  const consultants = [1, 2, 3, 4, 5].map((place) => job.column(`consultantID${place}`));
  const ids = choice.names.includes('me') ? [...choice.ids, userID] : choice.ids;
  return or([
    sql`EXISTS (SELECT 1 FROM user_text u WHERE u.id IN (${list(consultants)}) AND ${isChosen(sql`u.id`, sql`u.name`, { ...choice, ids })})`,
    ...(choice.none ? [and(consultants.map((consultant) => sql`${consultant} IS NULL`))] : []),
  ]);
}

function hasType(job: Subject, choice: Choice): Sql {
  const types = sql`SELECT y.code FROM lookup y WHERE y.list = 'jobType' AND ${isChosen(sql`y.id`, sql`y.folded`, choice)}`;
  return or([sql`${job.column('type')} IN (${types})`, hasText(job.value('type').sql, choice)]);
}

const hasText = (text: Sql, { names, none }: Choice): Sql => or([...isAnyOf(text, names), ...(none ? [sql`${text} IS NULL`] : [])]);
