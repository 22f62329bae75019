import { candidatesWithResumes, documents } from '../../activities';
import { hasRelated } from '../../contacts';
import type { View } from '../../core/database';
import type { QueryRecord } from '../../core/query';
import { hasWords, isAnyOf, searchedRecordWords, type SearchedWords } from '../../core/search';
import { and, or, sql, type Sql } from '../../core/sql';
import { DocumentType } from '../../core/terms/numbers';

/** Words that are looked for in the resumes of candidates. */
export interface SearchedResumes {
  readonly words: SearchedWords;
  /** The candidates of whom a resume has a rare word: all others need not be looked at. */
  readonly ids?: readonly number[];
}

export async function searchedResumes(view: View, contents: string): Promise<SearchedResumes> {
  const words = await searchedRecordWords(view, documents, contents, ['text']);
  return { words, ...(words.ids && { ids: await candidatesWithResumes(view.em, words.ids) }) };
}

/** The conditions that all of the words are in one resume of a candidate. */
export const hasResume = (candidate: QueryRecord, { words, ids }: SearchedResumes): Sql[] => [
  ...(ids ? [or(isAnyOf(candidate.column('id'), ids))] : []),
  hasRelated(candidate, 'documents', (document) =>
    and([sql`${document.column('typeID')} = ${DocumentType.Resume}`, ...hasWords(document, words)]),
  ),
];
