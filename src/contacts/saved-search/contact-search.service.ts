import { Injectable } from '@nestjs/common';
import type { Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions } from '../../database';
import { Created, Page, type Expected } from '../../http';
import { findAnswer, type Answer } from '../../records';
import { changeSearch, createSearch, criteriaOf, newestFirst, timeZoneAsked, type TimeZonePageQuery } from '../../search';
import { contacts, contactSearches } from '../contacts.records';
import { contactConditions } from './contact-search.conditions';
import type { ContactCriteria } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { middleOf } from './contact-search.place';
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
      async (unit) => new Created(await findAnswer(unit, contactSearches, await createSearch(unit, searches, body))),
    );
  }

  /** @throws NotFound, InvalidRequest, PreconditionFailed */
  update(caller: Caller, ssid: number, body: ContactSearchRequest, expected?: Expected): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      await changeSearch(unit, searches, ssid, body, { expected });
      return findAnswer(unit, contactSearches, ssid);
    });
  }

  /** Runs the search: the contacts that match now, newest created first. @throws NotFound, for a deleted one too */
  results(caller: Caller, ssid: number, page: TimeZonePageQuery): Promise<Page> {
    const timeZone = timeZoneAsked(page, this.settings.timeZone);
    return this.transactions.read(caller, async (view) => {
      const asked = (await criteriaOf(view, searches, ssid)) as ContactCriteria;
      const run = { userID: caller.userID, middle: asked.radius === undefined ? undefined : await middleOf(view.em, asked) };
      return Page.of(
        await newestFirst(
          view,
          contacts,
          { also: (contact) => contactConditions(contact, asked, run), timeZone, criteria: [ssid, asked, caller.userID] },
          page,
        ),
      );
    });
  }
}
