import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import type { View } from '../database';
import { entriesWith, foldedEntryNames } from '../lookups';
import type { ValidationError } from '../problems';
import { sql, type Sql } from '../sql';
import { displayName, visibleIds } from '../records';
import { choiceOf, isChosen } from './conditions';

type Ids = readonly number[] | null | undefined;
type Texts = readonly string[] | null | undefined;

/** Errors for ids in a list criterion that are not in the lookup list; 0 matches records without one. */
export async function unknownEntries(em: EntityManager, field: string, ids: Ids, inList: string): Promise<ValidationError[]> {
  const wanted = nonZero(ids);
  const found = wanted.length === 0 ? [] : await rows(em, entriesWith(inList, 'id', wanted));
  return errorsForMissing(
    field,
    ids,
    found.map(([id]) => id as number),
    `must be the id of an entry in the lookup list ${inList}`,
  );
}

/** Errors for ids of records that do not exist, or that the caller does not see. */
export async function unknownRecords(view: View, field: string, ids: Ids, name: string): Promise<ValidationError[]> {
  const type = view.types.named(name);
  return errorsForMissing(field, ids, await visibleIds(view, type, nonZero(ids)), `must be the id of an existing ${displayName(type)}`);
}

type NamesOf<B> = Readonly<Partial<Record<keyof B & string, string>>>;
const entriesOf = <B>(names: NamesOf<B>): [keyof B & string, string][] => Object.entries(names) as [keyof B & string, string][];

/** What the ids in list criteria refer to: entries of lookup lists, and records of types. */
interface References<B> {
  readonly lists: NamesOf<B>;
  readonly records: NamesOf<B>;
}

/** Errors for the ids in all list criteria of a search. */
export async function unknownIds<B extends object>(view: View, body: B, { lists, records }: References<B>): Promise<ValidationError[]> {
  const idsOf = (field: keyof B): Ids => body[field] as Ids;
  const errors: ValidationError[] = [];
  for (const [field, inList] of entriesOf<B>(lists)) errors.push(...(await unknownEntries(view.em, field, idsOf(field), inList)));
  for (const [field, type] of entriesOf<B>(records)) errors.push(...(await unknownRecords(view, field, idsOf(field), type)));
  return errors;
}

/** Ratings are given by id or name, in one comma-separated text. */
export async function unknownRating(em: EntityManager, rating: string | null | undefined): Promise<ValidationError[]> {
  for (const text of rating?.split(',') ?? []) {
    if (await isNamed(em, text, foldedEntryNames('rating'))) continue;
    return [{ pointer: '/rating', detail: 'must be ids or names of ratings, separated by commas, or 0 for none' }];
  }
  return [];
}

/** Errors for unknown ids and names in text. @param those SQL of the `id` and the folded `name` of what can be meant */
export async function unknownNames(
  em: EntityManager,
  field: string,
  texts: Texts,
  those: Sql,
  sentence: string,
): Promise<ValidationError[]> {
  const complaints: ValidationError[] = [];
  for (const [index, text] of (texts ?? []).entries()) {
    if (!(await isNamed(em, text, those))) complaints.push({ pointer: `/${field}/${index}`, detail: sentence });
  }
  return complaints;
}

/** Has one of these the id or the name? "0" and empty text are always valid. */
export async function isNamed(em: EntityManager, text: string, those: Sql): Promise<boolean> {
  const choice = choiceOf([text]);
  if (!choice || choice.none) return true;
  return (await rows(em, sql`SELECT 1 FROM (${those}) t WHERE ${isChosen(sql`t.id`, sql`t.name`, choice)} LIMIT 1`)).length > 0;
}

const nonZero = (ids: Ids): number[] => (ids ?? []).filter((id) => id !== 0);

function errorsForMissing(field: string, ids: Ids, existing: readonly number[], sentence: string): ValidationError[] {
  const known = new Set([0, ...existing]);
  return (ids ?? []).flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/${field}/${index}`, detail: `${sentence}, or 0 for none` }],
  );
}
