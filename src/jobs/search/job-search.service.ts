import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import {
  beginsElsewhere,
  mergeCriteria,
  changeSearch,
  choiceOf,
  createSearch,
  criteriaOf,
  foldedCodes,
  newestFirst,
  searchedWords,
  validateRanges,
  requestedTimeZone,
  type SearchPageQuery,
} from '../../core/search';
import { Created, Page, pages, type ExpectedVersion } from '../../core/http';
import { InvalidRequest } from '../../core/problems';
import { findResponse, type RecordResponse } from '../../core/records';
import { wantsTags } from '../../tags';
import { jobConditions, type JobCriteria } from './job-search.conditions';
import { JobSearchRequest } from './job-search.dto';
import { stagesOf } from './job-search.stages';
import { jobs, jobSearches } from '../jobs.records';
import { searches } from './saved-search';

/** Job searches, and saved ones. */
@Injectable()
export class JobSearchesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** The jobs that match, newest created first. @throws NotFound for an unknown saved search, InvalidRequest */
  search(caller: Caller, body: JobSearchRequest, page: SearchPageQuery): Promise<Page> {
    return this.matching(caller, (view, timeZone) => effectiveCriteria(view, body, timeZone), page);
  }

  /** The jobs that currently match a saved search. @throws NotFound for an unknown or deleted search */
  results(caller: Caller, ssid: number, page: SearchPageQuery): Promise<Page> {
    return this.matching(caller, async (view) => (await criteriaOf(view, searches, ssid)) as JobCriteria, page);
  }

  /** @throws InvalidRequest */
  create(caller: Caller, body: JobSearchRequest): Promise<Created> {
    return this.transactions.write(
      caller,
      async (transaction) =>
        new Created(await findResponse(transaction, jobSearches, await createSearch(transaction, searches, body, this.settings.timeZone))),
    );
  }

  /** @throws NotFound, InvalidRequest, PreconditionFailed */
  update(caller: Caller, ssid: number, body: JobSearchRequest, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await changeSearch(transaction, searches, ssid, body, { expected, timeZone: this.settings.timeZone });
      return findResponse(transaction, jobSearches, ssid);
    });
  }

  private matching(
    caller: Caller,
    criteriaFor: (view: View, timeZone: string) => Promise<JobCriteria>,
    query: SearchPageQuery,
  ): Promise<Page> {
    return pages(query, (page) => this.pageOf(caller, criteriaFor, page));
  }

  private pageOf(
    caller: Caller,
    criteriaFor: (view: View, timeZone: string) => Promise<JobCriteria>,
    page: SearchPageQuery,
  ): Promise<Page> {
    const timeZone = requestedTimeZone(page, this.settings.timeZone);
    return this.transactions.readFromReplica(caller, async (view) => {
      const criteria = await criteriaFor(view, timeZone);
      const [statuses, types] = [choiceOf(criteria.status), choiceOf(criteria.type)];
      const context = {
        userID: caller.userID,
        stages: statuses && (await stagesOf(view, statuses)),
        types: types && (await foldedCodes(view, 'jobType', types)),
        title: criteria.jobTitle === undefined ? undefined : await searchedWords(view, jobs, 'title', criteria.jobTitle),
      };
      return Page.of(
        await newestFirst(
          view,
          jobs,
          {
            extraConditions: (job) => jobConditions(job, criteria, context),
            beginsElsewhere: beginsElsewhere([context.title], wantsTags(criteria)),
            timeZone,
            criteria: [criteria, caller.userID],
          },
          page,
        ),
      );
    });
  }
}

/** The criteria of a request, merged over those of the saved search it refers to. */
async function effectiveCriteria(view: View, body: JobSearchRequest, timeZone: string): Promise<JobCriteria> {
  const base = body.ssid ? await criteriaOf(view, searches, body.ssid) : {};
  const criteria = mergeCriteria(JobSearchRequest, base, body, 'stay', timeZone);
  const errors = validateRanges(criteria, body);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return criteria as JobCriteria;
}
