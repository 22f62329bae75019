import type { View } from '../../core/database';
import type { QueryRecord } from '../../core/query';
import { searchedRecordWords, type SearchedWords } from '../../core/search';
import { or, sql, type Sql } from '../../core/sql';
import { fold } from '../../core/text/fold';
import { candidates } from '../candidates.records';

/** What a search for words looks for: words of several texts, and the beginnings of e-mail addresses. */
export interface SearchedTerms {
  readonly words: SearchedWords;
  /** Folded. */
  readonly addresses: readonly string[];
}

export async function searchedTerms(view: View, text: string): Promise<SearchedTerms> {
  const terms = fold(text).split(' ').filter(Boolean);
  const isAddress = (term: string): boolean => term.includes('@');
  return {
    words: await searchedRecordWords(view, candidates, terms.filter((term) => !isAddress(term)).join(' ')),
    addresses: terms.filter(isAddress),
  };
}

const LAST = '\u{10FFFF}';

/** Does the text begin one of the addresses of a candidate? */
export const beginsAddress = (candidate: QueryRecord, text: string): Sql =>
  or(
    ['email1', 'email2'].map((name) => {
      const { key, sql: whole } = candidate.value(name);
      const address = key ?? whole;
      return sql`(${address} >= ${text} AND ${address} < ${text + LAST})`;
    }),
  );
