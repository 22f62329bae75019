import type { EntityManager } from 'typeorm';
import { rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import type { Complaint } from '../http';
import { sql, type Sql } from '../query';
import { idsThere, spoken, values } from '../records';
import { fold } from '../text/fold';
import { choiceOf, isChosen } from './conditions';

type Ids = readonly number[] | null | undefined;
type Texts = readonly string[] | null | undefined;

/** Complains of the ids in a list of a search that no entry of the lookup list has; 0 asks for records without one. */
export async function unknownEntries(em: EntityManager, field: string, ids: Ids, inList: string): Promise<Complaint[]> {
  const wanted = sought(ids);
  const found = wanted.length === 0 ? [] : await rows(em, sql`SELECT id FROM lookup WHERE list = ${inList} AND id IN (${values(wanted)})`);
  return missing(
    field,
    ids,
    found.map(([id]) => id as number),
    `must be the id of an entry of the list ${inList}`,
  );
}

/** The same of ids that no record of the type has. */
export async function unknownRecords(em: EntityManager, field: string, ids: Ids, name: string): Promise<Complaint[]> {
  const type = recordTypeNamed(name);
  return missing(field, ids, await idsThere(em, type, sought(ids)), `must be the id of a ${spoken(type)} that exists`);
}

/** The same of ids and names in text. @param those SQL of the `id` and the folded `name` of what can be meant */
export async function unknownNames(em: EntityManager, field: string, texts: Texts, those: Sql, sentence: string): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const [index, text] of (texts ?? []).entries()) {
    if (!(await isNamed(em, text, those))) complaints.push({ pointer: `/${field}/${index}`, detail: sentence });
  }
  return complaints;
}

/** Users by their ids or names; `me` is whoever runs the search. */
export const unknownOwners = async (em: EntityManager, field: string, texts: Texts): Promise<Complaint[]> => {
  const others = texts?.map((text) => (fold(text) === 'me' ? '' : text));
  return unknownNames(
    em,
    field,
    others,
    sql`SELECT n.id, n.name FROM user_text n`,
    'must be the id or the name of a user, me, or 0 for none',
  );
};

/** Has one of these the id or the name? A text that asks for none, or nothing, is right as it is. */
export async function isNamed(em: EntityManager, text: string, those: Sql): Promise<boolean> {
  const choice = choiceOf([text]);
  if (!choice || choice.none) return true;
  return (await rows(em, sql`SELECT 1 FROM (${those}) t WHERE ${isChosen(sql`t.id`, sql`t.name`, choice)} LIMIT 1`)).length > 0;
}

const sought = (ids: Ids): number[] => (ids ?? []).filter((id) => id !== 0);

function missing(field: string, ids: Ids, there: readonly number[], sentence: string): Complaint[] {
  const known = new Set([0, ...there]);
  return (ids ?? []).flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/${field}/${index}`, detail: `${sentence}, or 0 for none` }],
  );
}
