import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions, type View } from '../database';
import {
  askedOver,
  changeSearch,
  choiceOf,
  createSearch,
  criteriaOf,
  newestFirst,
  rangeComplaints,
  timeZoneAsked,
  type TimeZonePageQuery,
} from '../search';
import { Created, InvalidRequest, Page, type Expected } from '../http';
import { findAnswer, mustBeInSight, type Answer } from '../records';
import { jobConditions, type JobCriteria } from './search/job-search.conditions';
import { JobSearchRequest } from './search/job-search.dto';
import { stagesOf } from './search/job-search.stages';
import { release } from './job-release';
import { jobs, jobSearches } from './jobs.records';
import { searches } from './search/saved-search';

/** What jobs have beyond the verbs of every record: searches, the saved ones, releases. */
@Injectable()
export class JobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** The jobs that match, newest created first. @throws NotFound for a saved search that is not there, InvalidRequest */
  search(caller: Caller, body: JobSearchRequest, page: TimeZonePageQuery): Promise<Page> {
    return this.matching(caller, (view) => criteriaAsked(view, body), page);
  }

  /** The jobs that a saved search finds now. @throws NotFound, for a deleted one too */
  results(caller: Caller, ssid: number, page: TimeZonePageQuery): Promise<Page> {
    return this.matching(caller, async (view) => (await criteriaOf(view, searches, ssid)) as JobCriteria, page);
  }

  /** @throws InvalidRequest */
  createSearch(caller: Caller, body: JobSearchRequest): Promise<Created> {
    return this.transactions.write(
      caller,
      async (unit) => new Created(await findAnswer(unit, jobSearches, await createSearch(unit, searches, body))),
    );
  }

  /** @throws NotFound, InvalidRequest, PreconditionFailed */
  updateSearch(caller: Caller, ssid: number, body: JobSearchRequest, expected?: Expected): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      await changeSearch(unit, searches, ssid, body, { expected });
      return findAnswer(unit, jobSearches, ssid);
    });
  }

  /** @throws NotFound, Conflict, InvalidRequest */
  release(caller: Caller, parentID: number, body: object): Promise<Created> {
    return this.transactions.write(caller, async (unit) => {
      await mustBeInSight(unit, jobs, parentID);
      return new Created(await findAnswer(unit, jobs, await release(unit, parentID, body)), '/api/Jobs');
    });
  }

  private matching(caller: Caller, criteriaFor: (view: View) => Promise<JobCriteria>, page: TimeZonePageQuery): Promise<Page> {
    const timeZone = timeZoneAsked(page, this.settings.timeZone);
    return this.transactions.read(caller, async (view) => {
      const criteria = await criteriaFor(view);
      const statuses = choiceOf(criteria.status);
      const known = { userID: caller.userID, stages: statuses && (await stagesOf(view, statuses)) };
      return Page.of(
        await newestFirst(
          view,
          jobs,
          { also: (job) => jobConditions(job, criteria, known), timeZone, criteria: [criteria, caller.userID] },
          page,
        ),
      );
    });
  }
}

/** The criteria of a request over those of the saved search that it names. */
async function criteriaAsked(view: View, body: JobSearchRequest): Promise<JobCriteria> {
  const base = body.ssid ? await criteriaOf(view, searches, body.ssid) : {};
  const criteria = askedOver(JobSearchRequest, base, body, 'stay');
  const complaints = rangeComplaints(criteria, body);
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
  return criteria as JobCriteria;
}
