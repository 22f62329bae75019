import { Injectable } from '@nestjs/common';
import type { Caller } from '../../callers';
import { Settings } from '../../config';
import { Transactions, type View } from '../../database';
import type { PageEnd } from '../../http';
import { newestFirst, timeZoneAsked, type TimeZonePageQuery } from '../../search';
import { checkBodyID, load, notFound, saveRecord, type Answer } from '../../records';
import { checkContactSearch } from './contact-search.checks';
import { contactConditions } from './contact-search.conditions';
import { answerOf, changedCriteria, criteriaOf } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { ContactSearch } from './contact-search.entity';
import { middleOf } from './contact-search.place';
import { contacts, contactSearches } from '../contacts.records';

/** Saved contact searches. */
@Injectable()
export class ContactSearchesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound */
  find(caller: Caller, ssid: number): Promise<Answer> {
    return this.transactions.read(caller, async (view) => {
      const search = await searchOf(view, ssid);
      return { ...answerOf(search), name: search.name };
    });
  }

  /** @throws NotFound, InvalidRequest */
  update(caller: Caller, ssid: number, body: ContactSearchRequest): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      const before = await load(unit.em, contactSearches, ssid);
      checkBodyID(body.ssid, ssid, 'ssid');
      const criteria = changedCriteria(before, body);
      await checkContactSearch(unit.em, body, criteria);
      const after = Object.assign(new ContactSearch(), before, { criteria: JSON.stringify(criteria) });
      await saveRecord(unit, contactSearches, before, after);
      return answerOf(after);
    });
  }

  /** Runs the search: the contacts that match now, newest created first. @throws NotFound, for a deleted one too */
  results(caller: Caller, ssid: number, page: TimeZonePageQuery): Promise<{ answers: Answer[]; end: PageEnd }> {
    const timeZone = timeZoneAsked(page, this.settings.timeZone);
    return this.transactions.read(caller, async (view) => {
      const search = await searchOf(view, ssid);
      if (search.deleted) notFound(contactSearches, ssid);
      const asked = criteriaOf(search);
      const run = { userID: caller.userID, middle: asked.radius === undefined ? undefined : await middleOf(view.em, asked) };
      return newestFirst(view, contacts, { also: (contact) => contactConditions(contact, asked, run), timeZone, criteria: [ssid, asked, caller.userID] }, page);
    });
  }
}

const searchOf = async ({ em }: View, ssid: number): Promise<ContactSearch> => (await em.findOneBy(ContactSearch, { id: ssid })) ?? notFound(contactSearches, ssid);
