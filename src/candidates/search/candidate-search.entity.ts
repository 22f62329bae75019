import { Entity } from 'typeorm';
import { SavedSearch } from '../../core/fields/saved-search';

/** A saved candidate search. */
@Entity('candidate_search')
export class CandidateSearch extends SavedSearch {}
