import { type Asked, askedOver } from '../../search';
import type { TagCriteria } from '../../tags';
import { fieldsOf } from '../../fields/field';
import type { Answer } from '../../records';
import { ContactSearchRequest } from './contact-search.dto';
import type { ContactSearch } from './contact-search.entity';

/** What a saved contact search asks. */
export type ContactCriteria = Asked<Omit<ContactSearchRequest, 'ssid' | 'includeTags' | 'excludeTags'>> & TagCriteria;

/** The criteria that a saved search keeps. */
export const criteriaOf = ({ criteria }: ContactSearch): ContactCriteria => JSON.parse(criteria || '{}') as ContactCriteria;

/** The criteria after a change: absent = unchanged, null = cleared. */
export function changedCriteria(search: ContactSearch, body: ContactSearchRequest): ContactCriteria {
  const { ssid: _, ...criteria } = askedOver(ContactSearchRequest, criteriaOf(search) as Asked<ContactSearchRequest>, body, 'drop');
  return criteria as ContactCriteria;
}

/** A saved search as it is answered, every field in its place. Only a list has no value of its own for none. */
export function answerOf(search: ContactSearch): Answer {
  const criteria: Answer = { ...criteriaOf(search), ssid: search.id };
  return Object.fromEntries(fieldsOf(ContactSearchRequest).map(({ name, unset }) => [name, criteria[name] ?? (unset === null ? [] : unset)]));
}
