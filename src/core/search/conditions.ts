import type { View } from '../database';
import { rows } from '../database/rows';
import { entriesWhere } from '../lookups';
import { INT32 } from '../fields/value-rules';
import { fold, words } from '../text/fold';
import type { TimeRange } from '../time/time-range';
import { list, or, sql, sqlMoment, type Sql } from '../sql';

/** Is the moment in the range, its ends included? Nothing to ask where both ends are open; an unset moment is in no other. */
export function within(moment: Sql, { from, to }: TimeRange): Sql[] {
  return [...(from ? [sql`${moment} >= ${sqlMoment(from)}`] : []), ...(to ? [sql`${moment} <= ${sqlMoment(to)}`] : [])];
}

/** The range between two moments as a search keeps them. */
export const between = (from: string | undefined, to: string | undefined): TimeRange => ({
  ...(from === undefined ? {} : { from: new Date(from) }),
  ...(to === undefined ? {} : { to: new Date(to) }),
});

/** Does every word of the text begin one of the words (` word word `)? */
export const startsWords = (searched: Sql, text: string): Sql[] => words(text).map((word) => sql`INSTR(${searched}, ${` ${word}`}) > 0`);

export const isAnyOf = (value: Sql, wanted: readonly (string | number)[]): Sql[] =>
  wanted.length === 0 ? [] : [sql`${value} IN (${list(wanted.map((each) => sql`${each}`))})`];

/** Is the reference one of these ids? 0 asks for records without one. */
export const isOneOf = (reference: Sql, ids: readonly number[]): Sql =>
  or([
    ...isAnyOf(
      reference,
      ids.filter((id) => id !== 0),
    ),
    ...(ids.includes(0) ? [sql`${reference} IS NULL`] : []),
  ]);

/** What a list of ids and whole names in text asks for. */
export interface Choice {
  readonly ids: readonly number[];
  /** Folded; a name may be a number. */
  readonly names: readonly string[];
  /** Records without one, by "0". */
  readonly none: boolean;
}

/** @returns undefined without criteria; "" is none */
export function choiceOf(texts: readonly string[] | undefined): Choice | undefined {
  const chosen = (texts ?? []).map(fold).filter((text) => text !== '');
  if (chosen.length === 0) return undefined;
  const names = chosen.filter((text) => text !== '0');
  return {
    ids: names
      .filter((text) => /^\d{1,10}$/.test(text))
      .map(Number)
      .filter((id) => id <= INT32.maximum),
    names,
    none: chosen.length > names.length,
  };
}

/** Is it an entry or a record that was chosen, by its id or its folded name? */
export const isChosen = (id: Sql, name: Sql, { ids, names }: Choice): Sql => or([...isAnyOf(id, ids), ...isAnyOf(name, names)]);

/** The codes of the entries of a list that were chosen, folded as an index row has them. */
export async function foldedCodes({ em }: View, inList: string, choice: Choice): Promise<string[]> {
  const found = await rows(
    em,
    entriesWhere(inList, 'code', (id, name) => isChosen(id, name, choice)),
  );
  return found.flatMap(([code]) => (typeof code === 'string' ? [fold(code)] : []));
}

/** Is the reference to an entry of the list one of those chosen? */
export const isEntryChosen = (reference: Sql, inList: string, choice: Choice): Sql =>
  or([
    sql`${reference} IN (${entriesWhere(inList, 'id', (id, name) => isChosen(id, name, choice))})`,
    ...(choice.none ? [sql`${reference} IS NULL`] : []),
  ]);
