import { Injectable } from '@nestjs/common';
import type { View } from '../../core/database';
import { beginsElsewhere, choiceOf, foldedCodes, RecordSearches, searchedWords, type Conditions, type Criteria } from '../../core/search';
import { wantsTags } from '../../tags';
import { jobConditions, type JobCriteria } from './job-search.conditions';
import type { JobSearchRequest } from './job-search.dto';
import { stagesOf } from './job-search.stages';
import { jobs } from '../jobs.records';
import { searches } from './saved-search';

/** Job searches, and saved ones. */
@Injectable()
export class JobSearchesService extends RecordSearches<JobSearchRequest> {
  protected readonly type = jobs;
  protected readonly kind = searches;

  protected async conditionsOf(view: View, wanted: Criteria<JobSearchRequest>): Promise<Conditions> {
    const criteria = wanted as JobCriteria;
    const [statuses, types] = [choiceOf(criteria.status), choiceOf(criteria.type)];
    const context = {
      userID: view.caller.userID,
      stages: statuses && (await stagesOf(view, statuses)),
      types: types && (await foldedCodes(view, 'jobType', types)),
      title: criteria.jobTitle === undefined ? undefined : await searchedWords(view, jobs, 'title', criteria.jobTitle),
    };
    return {
      extraConditions: (job) => jobConditions(job, criteria, context),
      beginsElsewhere: beginsElsewhere([context.title], wantsTags(criteria)),
    };
  }
}
