import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/callers';
import { Settings } from '../../core/config';
import { activities, recordsLinkedWith } from '../../activities';
import { Transactions, type View } from '../../core/database';
import { Created, Page, pages, type ExpectedVersion } from '../../core/http';
import { findResponse, type RecordResponse } from '../../core/records';
import {
  beginsElsewhere,
  changeSearch,
  createSearch,
  criteriaOf,
  newestFirst,
  requestedTimeZone,
  searchedWords,
  type SearchedWords,
  type SearchPageQuery,
} from '../../core/search';
import { wantsTags } from '../../tags';
import { contacts, contactSearches } from '../contacts.records';
import { contactConditions } from './contact-search.conditions';
import type { ContactCriteria } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { circleOf } from './contact-search.location';
import { searches } from './contact-search.rules';

/** Saved contact searches. */
@Injectable()
export class ContactSearchesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws InvalidRequest */
  create(caller: Caller, body: ContactSearchRequest): Promise<Created> {
    return this.transactions.write(
      caller,
      async (transaction) =>
        new Created(
          await findResponse(transaction, contactSearches, await createSearch(transaction, searches, body, this.settings.timeZone)),
        ),
    );
  }

  /** @throws NotFound, InvalidRequest, PreconditionFailed */
  update(caller: Caller, ssid: number, body: ContactSearchRequest, expected?: ExpectedVersion): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await changeSearch(transaction, searches, ssid, body, { expected, timeZone: this.settings.timeZone });
      return findResponse(transaction, contactSearches, ssid);
    });
  }

  /** Runs the search: the contacts that match now, newest created first. @throws NotFound for an unknown or deleted search */
  results(caller: Caller, ssid: number, query: SearchPageQuery): Promise<Page> {
    return pages(query, (page) => this.pageOf(caller, ssid, page));
  }

  private pageOf(caller: Caller, ssid: number, page: SearchPageQuery): Promise<Page> {
    const timeZone = requestedTimeZone(page, this.settings.timeZone);
    return this.transactions.readFromReplica(caller, async (view) => {
      const criteria = (await criteriaOf(view, searches, ssid)) as ContactCriteria;
      const context = {
        userID: caller.userID,
        circle: await circleOf(view, criteria),
        title: await titleOf(view, criteria),
        withNotes: await withNotes(view, criteria),
      };
      return Page.of(
        await newestFirst(
          view,
          contacts,
          {
            extraConditions: (contact) => contactConditions(contact, criteria, context),
            beginsElsewhere: beginsElsewhere([context.title], wantsTags(criteria)),
            timeZone,
            criteria: [ssid, criteria, caller.userID],
          },
          page,
        ),
      );
    });
  }
}

async function titleOf(view: View, { jobTitle }: ContactCriteria): Promise<SearchedWords | undefined> {
  return jobTitle === undefined ? undefined : searchedWords(view, contacts, 'jobTitle', jobTitle);
}

async function withNotes(view: View, { noteContents }: ContactCriteria): Promise<number[] | undefined> {
  const { ids } = noteContents === undefined ? {} : await searchedWords(view, activities, 'notes', noteContents);
  return ids && recordsLinkedWith(view.em, 'Contact', ids);
}
