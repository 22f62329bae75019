import { Injectable } from '@nestjs/common';
import { circleOf, unknownCentre } from '../../contacts';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import { Created, Page, pages, type ExpectedVersion } from '../../core/http';
import { InvalidRequest } from '../../core/problems';
import { findResponse, type RecordResponse } from '../../core/records';
import {
  beginsElsewhere,
  changeSearch,
  createSearch,
  criteriaOf,
  mergeCriteria,
  newestFirst,
  requestedTimeZone,
  requireCriteriaScopes,
  searchedRecordWords,
  validateRanges,
  type SearchPageQuery,
} from '../../core/search';
import { wantsTags } from '../../tags';
import { candidates, candidateSearches } from '../candidates.records';
import { candidateConditions, type CandidateSearchContext } from './candidate-search.conditions';
import type { CandidateCriteria } from './candidate-search.criteria';
import { CandidateSearchRequest } from './candidate-search.dto';
import { searches } from './candidate-search.rules';
import { searchedNotes } from './notes';
import { searchedResumes } from './resumes';
import { searchedTerms } from './terms';

type CriteriaIn = (view: View, timeZone: string) => Promise<CandidateCriteria>;

/** Candidate searches, and saved ones. */
@Injectable()
export class CandidateSearchesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** The candidates that match, newest created first. @throws NotFound for an unknown saved search, InvalidRequest, MissingScope */
  search(caller: Caller, body: CandidateSearchRequest, page: SearchPageQuery): Promise<Page> {
    return this.matching(caller, (view, timeZone) => effectiveCriteria(view, body, timeZone), page);
  }

  /** The candidates that match a saved search now. @throws NotFound for an unknown or deleted search, MissingScope */
  results(caller: Caller, ssid: number, page: SearchPageQuery): Promise<Page> {
    return this.matching(caller, async (view) => (await criteriaOf(view, searches, ssid)) as CandidateCriteria, page);
  }

  /** @throws InvalidRequest */
  create(caller: Caller, body: CandidateSearchRequest): Promise<Created> {
    return this.transactions.write(
      caller,
      async (transaction) =>
        new Created(
          await findResponse(transaction, candidateSearches, await createSearch(transaction, searches, body, this.settings.timeZone)),
        ),
    );
  }

  /** @throws NotFound, InvalidRequest, PreconditionFailed */
  update(caller: Caller, ssid: number, body: CandidateSearchRequest, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await changeSearch(transaction, searches, ssid, body, { expected, timeZone: this.settings.timeZone });
      return findResponse(transaction, candidateSearches, ssid);
    });
  }

  private matching(caller: Caller, criteriaIn: CriteriaIn, query: SearchPageQuery): Promise<Page> {
    return pages(query, (page) => this.pageOf(caller, criteriaIn, page));
  }

  private pageOf(caller: Caller, criteriaIn: CriteriaIn, page: SearchPageQuery): Promise<Page> {
    const timeZone = requestedTimeZone(page, this.settings.timeZone);
    return this.transactions.readFromReplica(caller, async (view) => {
      const criteria = await criteriaIn(view, timeZone);
      requireCriteriaScopes(caller, CandidateSearchRequest, criteria);
      const context = await contextOf(view, criteria);
      return Page.of(
        await newestFirst(
          view,
          candidates,
          {
            extraConditions: (candidate) => candidateConditions(candidate, criteria, context),
            beginsElsewhere: beginsElsewhere([context.title, context.terms?.words], wantsTags(criteria)),
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
async function effectiveCriteria(view: View, body: CandidateSearchRequest, timeZone: string): Promise<CandidateCriteria> {
  const base = body.ssid ? await criteriaOf(view, searches, body.ssid) : {};
  const { ssid: _, ...criteria } = mergeCriteria(CandidateSearchRequest, base, body, 'stay', timeZone);
  const errors = [...validateRanges(criteria, body), ...(await unknownCentre(view.em, criteria))];
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return criteria as CandidateCriteria;
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
