import { activities, recordsLinkedWith } from '../../activities';
import { hasRelated } from '../../contacts';
import type { View } from '../../core/database';
import type { QueryRecord } from '../../core/query';
import { isAnyOf, searchedWords, startsWords } from '../../core/search';
import { and, or, sql, type Sql } from '../../core/sql';
import { ActivityCategory } from '../../core/terms/numbers';

/** Words that are looked for in the notes of candidates. */
export interface SearchedNotes {
  readonly contents: string;
  /** The candidates whose notes have a rare word: all others need not be looked at. */
  readonly ids?: readonly number[];
}

export async function searchedNotes(view: View, contents: string): Promise<SearchedNotes> {
  const { ids } = await searchedWords(view, activities, 'notes', contents);
  return { contents, ...(ids && { ids: await recordsLinkedWith(view.em, 'Candidate', ids) }) };
}

/** The conditions that all of the words are in one note of a candidate. */
export const hasNotes = (candidate: QueryRecord, { contents, ids }: SearchedNotes): Sql[] => [
  ...(ids ? [or(isAnyOf(candidate.column('id'), ids))] : []),
  hasRelated(candidate, 'activities', (activity) =>
    and([sql`${activity.column('category')} = ${ActivityCategory.Note}`, ...startsWords(activity.words('notes'), contents)]),
  ),
];
