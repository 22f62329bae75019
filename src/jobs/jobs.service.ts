import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions, type View } from '../database';
import { askedOver, choiceOf, newestFirst, rangeComplaints, timeZoneAsked, type TimeZonePageQuery } from '../search';
import { InvalidRequest, NotFound, type PageEnd } from '../http';
import { findAnswer, type Answer } from '../records';
import { JobSearch } from './job-parts.entity';
import { jobConditions, type JobCriteria } from './job-search.conditions';
import { JobSearchRequest } from './job-search.dto';
import { stagesOf } from './job-search.stages';
import { jobs } from './jobs.records';

@Injectable()
export class JobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound */
  find(caller: Caller, id: number): Promise<Answer> {
    return this.transactions.read(caller, (view) => findAnswer(view, jobs, id));
  }

  /** The jobs that match, newest created first. @throws NotFound for a saved search that is not there, InvalidRequest */
  search(caller: Caller, body: JobSearchRequest, page: TimeZonePageQuery): Promise<{ answers: Answer[]; end: PageEnd }> {
    const timeZone = timeZoneAsked(page, this.settings.timeZone);
    return this.transactions.read(caller, async (view) => {
      const criteria = await criteriaOf(view, body);
      const statuses = choiceOf(criteria.status);
      const known = { userID: caller.userID, stages: statuses && (await stagesOf(view, statuses)) };
      return newestFirst(view, jobs, { also: (job) => jobConditions(job, criteria, known), timeZone, criteria: [criteria, caller.userID] }, page);
    });
  }
}

/** The criteria of a request over those of the saved search that it names. */
async function criteriaOf(view: View, body: JobSearchRequest): Promise<JobCriteria> {
  const base = body.ssid ? await savedCriteria(view, body.ssid) : {};
  const criteria = askedOver(JobSearchRequest, base, body, 'stay');
  const complaints = rangeComplaints(criteria, body);
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
  return criteria as JobCriteria;
}

async function savedCriteria({ em }: View, ssid: number): Promise<object> {
  const saved = await em.findOneBy(JobSearch, { id: ssid, deleted: false });
  if (!saved) throw NotFound.record('saved job search', ssid);
  return askedOver(JobSearchRequest, {}, JSON.parse(saved.criteria || '{}') as JobSearchRequest, 'drop');
}
