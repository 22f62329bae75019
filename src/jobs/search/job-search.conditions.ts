import { type Criteria, between, type Choice, choiceOf, isAnyOf, isOneOf, hasWords, type SearchedWords, within } from '../../core/search';
import { tagConditions } from '../../tags';
import { type QueryRecord } from '../../core/query';
import { and, or, sql, type Sql } from '../../core/sql';
import { timeRange } from '../../core/time/time-range';
import { chosenUsers } from '../../users';
import type { JobSearchRequest } from './job-search.dto';
import { hasStage, type StatusStages } from './job-search.stages';

export type JobCriteria = Criteria<Omit<JobSearchRequest, 'includeTags' | 'excludeTags'>> & Parameters<typeof tagConditions>[1];

/** What a search needs besides its criteria. */
export interface JobSearchContext {
  /** The caller's id, for the owner `me`. */
  readonly userID: number;
  /** The stages of the requested statuses: the status of a job is the one its stage belongs to. */
  readonly stages?: StatusStages;
  /** The folded codes of the requested types. */
  readonly types?: readonly string[];
  readonly title?: SearchedWords;
}

/** The conditions that a search puts on a job. */
export function jobConditions(job: QueryRecord, criteria: JobCriteria, { userID, stages, types = [], title }: JobSearchContext): Sql[] {
  return [
    ...(stages ? [hasStage(job.column('stageID'), stages)] : []),
    ...whenChosen(criteria.owner, (choice) => isOwned(job, choice, userID)),
    ...whenChosen(criteria.type, (choice) => hasText(job.value('type').sql, { ...choice, names: [...choice.names, ...types] })),
    ...whenChosen(criteria.sources, (choice) => hasText(job.value('source').sql, choice)),
    ...(criteria.division ? [isOneOf(job.column('division'), criteria.division)] : []),
    ...(criteria.stage ? [isOneOf(job.column('stageID'), criteria.stage)] : []),
    ...within(job.column('createdDate'), createdIn(job, criteria.timeRange)),
    ...within(job.column('createdDate'), between(criteria.createdDateFrom, criteria.createdDateTo)),
    ...within(job.column('updatedDate'), between(criteria.updatedDateFrom, criteria.updatedDateTo)),
    ...within(job.column('closeDate'), between(criteria.closedDateFrom, criteria.closedDateTo)),
    ...tagConditions(job, criteria),
    ...(title ? hasWords(job, title) : []),
  ];
}

function whenChosen(texts: readonly string[] | undefined, condition: (choice: Choice) => Sql): Sql[] {
  const choice = choiceOf(texts);
  return choice ? [condition(choice)] : [];
}

const createdIn = ({ circumstances: { now, timeZone } }: QueryRecord, text: string | undefined) =>
  text === undefined ? {} : (timeRange(text, now, timeZone) ?? {});

function isOwned(job: QueryRecord, choice: Choice, userID: number): Sql {
  const consultants = [1, 2, 3, 4, 5].map((place) => job.column(`consultantID${place}`));
  return or([
    sql`EXISTS (${chosenUsers(choice, userID, consultants)})`,
    ...(choice.none ? [and(consultants.map((consultant) => sql`${consultant} IS NULL`))] : []),
  ]);
}

const hasText = (text: Sql, { names, none }: Choice): Sql => or([...isAnyOf(text, names), ...(none ? [sql`${text} IS NULL`] : [])]);
