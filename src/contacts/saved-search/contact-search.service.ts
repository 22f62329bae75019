import { Injectable } from '@nestjs/common';
import { activities, recordsLinkedWith } from '../../activities';
import type { View } from '../../core/database';
import { beginsElsewhere, RecordSearches, searchedWords, type Conditions, type Criteria, type SearchedWords } from '../../core/search';
import { wantsTags } from '../../tags';
import { contacts } from '../contacts.records';
import { contactConditions } from './contact-search.conditions';
import type { ContactCriteria } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { circleOf } from './contact-search.location';
import { searches } from './contact-search.rules';

/** Saved contact searches. */
@Injectable()
export class ContactSearchesService extends RecordSearches<ContactSearchRequest> {
  protected readonly type = contacts;
  protected readonly kind = searches;

  protected async conditionsOf(view: View, wanted: Criteria<ContactSearchRequest>): Promise<Conditions> {
    const criteria = wanted as ContactCriteria;
    const context = {
      userID: view.caller.userID,
      circle: await circleOf(view, criteria),
      title: await titleOf(view, criteria),
      withNotes: await withNotes(view, criteria),
    };
    return {
      extraConditions: (contact) => contactConditions(contact, criteria, context),
      beginsElsewhere: beginsElsewhere([context.title], wantsTags(criteria)),
    };
  }
}

async function titleOf(view: View, { jobTitle }: ContactCriteria): Promise<SearchedWords | undefined> {
  return jobTitle === undefined ? undefined : searchedWords(view, contacts, 'jobTitle', jobTitle);
}

async function withNotes(view: View, { noteContents }: ContactCriteria): Promise<number[] | undefined> {
  const { ids } = noteContents === undefined ? {} : await searchedWords(view, activities, 'notes', noteContents);
  return ids && recordsLinkedWith(view.em, 'Contact', ids);
}
