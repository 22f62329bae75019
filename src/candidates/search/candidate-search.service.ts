import { Injectable } from '@nestjs/common';
import { circleOf, unknownCentre } from '../../contacts';
import type { View } from '../../core/database';
import type { ValidationError } from '../../core/problems';
import { beginsElsewhere, RecordSearches, searchedRecordWords, type Conditions, type Criteria } from '../../core/search';
import { wantsTags } from '../../tags';
import { candidates } from '../candidates.records';
import { candidateConditions, type CandidateSearchContext } from './candidate-search.conditions';
import type { CandidateCriteria } from './candidate-search.criteria';
import type { CandidateSearchRequest } from './candidate-search.dto';
import { searches } from './candidate-search.rules';
import { searchedNotes } from './notes';
import { searchedResumes } from './resumes';
import { searchedTerms } from './terms';

/** Candidate searches, and saved ones. */
@Injectable()
export class CandidateSearchesService extends RecordSearches<CandidateSearchRequest> {
  protected readonly type = candidates;
  protected readonly kind = searches;

  protected override errorsIn({ em }: View, criteria: Criteria<CandidateSearchRequest>): Promise<ValidationError[]> {
    return unknownCentre(em, criteria);
  }

  protected async conditionsOf(view: View, wanted: Criteria<CandidateSearchRequest>): Promise<Conditions> {
    const criteria = wanted as CandidateCriteria;
    const context = await contextOf(view, criteria);
    return {
      extraConditions: (candidate) => candidateConditions(candidate, criteria, context),
      beginsElsewhere: beginsElsewhere([context.title, context.terms?.words], wantsTags(criteria)),
    };
  }
}

async function contextOf(view: View, criteria: CandidateCriteria): Promise<CandidateSearchContext> {
  const { words, jobTitle, noteContents, resumeContents } = criteria;
  return {
    userID: view.caller.userID,
    circle: await circleOf(view, criteria),
    ...(words !== undefined && { terms: await searchedTerms(view, words) }),
    ...(jobTitle !== undefined && { title: await searchedRecordWords(view, candidates, jobTitle, ['jobTitle']) }),
    ...(noteContents !== undefined && { notes: await searchedNotes(view, noteContents) }),
    ...(resumeContents !== undefined && { resumes: await searchedResumes(view, resumeContents) }),
  };
}
