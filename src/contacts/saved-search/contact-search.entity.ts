import { Entity } from 'typeorm';
import { SavedSearch } from '../../core/fields/saved-search';

/** A saved contact search. */
@Entity('contact_search')
export class ContactSearch extends SavedSearch {}
