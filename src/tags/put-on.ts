import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../changes';
import type { Unit } from '../database';
import { INSERT_IF_ABSENT } from '../database/dialect';
import { execute, rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { identifier, list, sql, Sql, sqlMoment } from '../query';
import { lock, refreshFigures, touch } from '../records';
import { tagKey } from './tag-key';
import { linksOf, TAG_EVENTS, type Tagged } from './tagged';
import { tagsOf, type TagOn } from './tags-of';

export interface TagToPut {
  tag: string;
  typeID: number;
  /** An entry of the list tagSource. */
  sourceID: number;
}

/** Puts a tag on a record. @returns false when it was on already; who put it on first, and how, stays @throws NotFound */
export async function putTag(unit: Unit, kind: Tagged, recordID: number, { sourceID, ...what }: TagToPut): Promise<boolean> {
  const { em, caller, now } = unit;
  return changingTags(unit, kind, recordID, TAG_EVENTS[kind].put, async (links) => {
    const tagID = await tagNamed(em, what);
    return execute(em, sql`${insertInto(links)} (recordID, tagID, sourceID, createdByID, createdDate) VALUES (${recordID}, ${tagID}, ${sourceID}, ${caller.userID}, ${sqlMoment(now)})`);
  });
}

/** Takes a tag off a record; without a type, of whichever type it is. @returns false when it was not on @throws NotFound */
export async function takeTag(unit: Unit, kind: Tagged, recordID: number, { tag, typeID }: { tag: string; typeID?: number }): Promise<boolean> {
  const ofType = typeID === undefined ? sql`` : sql` AND typeID = ${typeID}`;
  return changingTags(unit, kind, recordID, TAG_EVENTS[kind].taken, (links) =>
    execute(unit.em, sql`DELETE FROM ${links} WHERE recordID = ${recordID} AND tagID IN (SELECT id FROM tag WHERE folded = ${tagKey(tag)}${ofType})`),
  );
}

/** Moves the tags of some records to another one, which keeps its own. @returns how its list changed, to be told with the reason */
export async function moveTags(unit: Unit, kind: Tagged, from: readonly number[], to: number): Promise<FieldChanges> {
  const before = await tagsOf(unit, kind, to);
  const links = linksOf(kind);
  for (const recordID of from) {
    const owned = await rows(unit.em, sql`SELECT tagID FROM ${links} WHERE recordID = ${to}`);
    const others = owned.length === 0 ? sql`` : sql` AND tagID NOT IN (${list(owned.map(([tagID]) => sql`${tagID as number}`))})`;
    await execute(unit.em, sql`UPDATE ${links} SET recordID = ${to} WHERE recordID = ${recordID}${others}`);
    await execute(unit.em, sql`DELETE FROM ${links} WHERE recordID = ${recordID}`);
  }
  await refreshFigures(unit.em, recordTypeNamed(kind), [to, ...from]);
  const after = await tagsOf(unit, kind, to);
  return after.length === before.length ? {} : changeOf(before, after);
}

/** @param work changes the links. @returns whether it changed any */
async function changingTags(unit: Unit, kind: Tagged, recordID: number, event: number, work: (links: Sql) => Promise<number>): Promise<boolean> {
  const type = recordTypeNamed(kind);
  // one at a time, so that the lists before and after are true
  await lock(unit.em, type, recordID);
  const before = await tagsOf(unit, kind, recordID);
  if ((await work(linksOf(kind))) === 0) return false;
  await refreshFigures(unit.em, type, [recordID]);
  await touch(unit, type, [recordID], { events: [event], fields: changeOf(before, await tagsOf(unit, kind, recordID)) });
  return true;
}

const changeOf = (before: readonly TagOn[], after: readonly TagOn[]): FieldChanges => ({ tagList: [before.map(told), after.map(told)] });
const told = ({ tag, typeId }: TagOn): object => ({ tag, typeId });

/** The tag of that text and type, made when nobody has used it yet. Two that make it at once get the same. */
async function tagNamed(em: EntityManager, { tag, typeID }: Omit<TagToPut, 'sourceID'>): Promise<number> {
  const folded = tagKey(tag);
  const known = await idOf(em, folded, typeID);
  if (known !== undefined) return known;
  await execute(em, sql`${insertInto(identifier('tag'))} (tag, folded, typeID) VALUES (${tag.trim()}, ${folded}, ${typeID})`);
  const id = (await idOf(em, folded, typeID)) ?? 0;
  await execute(em, sql`${insertInto(identifier('tag_text'))} (id, tag) VALUES (${id}, ${folded})`);
  return id;
}

async function idOf(em: EntityManager, folded: string, typeID: number): Promise<number | undefined> {
  const [[id] = []] = await rows(em, sql`SELECT id FROM tag WHERE folded = ${folded} AND typeID = ${typeID}`);
  return id as number | undefined;
}

const insertInto = (table: Sql): Sql => sql`${new Sql(INSERT_IF_ABSENT)} ${table}`;
