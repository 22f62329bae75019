import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { INSERT_IF_ABSENT } from '../database/dialect';
import { execute, rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { sql, Sql, sqlMoment } from '../query';
import { refreshFigures } from '../records';
import { fold } from '../text/fold';

/** The records that tags are put on, and where that is kept. */
const TAGGED = { Candidate: 'candidate_tag', Contact: 'contact_tag', Job: 'job_tag' } as const;
export type Tagged = keyof typeof TAGGED;

export const isTagged = (name: string): name is Tagged => name in TAGGED;

export interface TagToPut {
  tag: string;
  typeID: number;
  /** An entry of the list tagSource. */
  sourceID: number;
}

/** Puts a tag on a record. @returns false when it was on already; who put it on first, and how, stays */
export async function putTag(unit: Unit, kind: Tagged, recordID: number, what: TagToPut): Promise<boolean> {
  const tagID = await tagNamed(unit.em, what);
  const added = await execute(
    unit.em,
    sql`${insertInto(TAGGED[kind])} (recordID, tagID, sourceID, createdByID, createdDate) VALUES (${recordID}, ${tagID}, ${what.sourceID}, ${unit.caller.userID}, ${sqlMoment(unit.now)})`,
  );
  if (added > 0) await refreshFigures(unit.em, recordTypeNamed(kind), [recordID]);
  return added > 0;
}

/** Takes a tag off a record. @returns false when it was not on */
export async function takeTag({ em }: Unit, kind: Tagged, recordID: number, { tag, typeID }: Omit<TagToPut, 'sourceID'>): Promise<boolean> {
  const table = new Sql(TAGGED[kind]);
  const removed = await execute(em, sql`DELETE FROM ${table} WHERE recordID = ${recordID} AND tagID IN (SELECT id FROM tag WHERE folded = ${fold(tag)} AND typeID = ${typeID})`);
  if (removed > 0) await refreshFigures(em, recordTypeNamed(kind), [recordID]);
  return removed > 0;
}

/** The tag of that text and type, made when nobody has used it yet. Two that make it at once get the same. */
async function tagNamed(em: EntityManager, { tag, typeID }: TagToPut): Promise<number> {
  const folded = fold(tag);
  const known = await idOf(em, folded, typeID);
  if (known !== undefined) return known;
  await execute(em, sql`${insertInto('tag')} (tag, folded, typeID) VALUES (${tag.trim()}, ${folded}, ${typeID})`);
  const id = (await idOf(em, folded, typeID)) ?? 0;
  await execute(em, sql`${insertInto('tag_text')} (id, tag) VALUES (${id}, ${folded})`);
  return id;
}

async function idOf(em: EntityManager, folded: string, typeID: number): Promise<number | undefined> {
  const [[id] = []] = await rows(em, sql`SELECT id FROM tag WHERE folded = ${folded} AND typeID = ${typeID}`);
  return id as number | undefined;
}

const insertInto = (table: string): Sql => new Sql(`${INSERT_IF_ABSENT} ${table}`);
