import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../changes';
import type { Unit } from '../database';
import { INSERT_IF_ABSENT } from '../database/dialect';
import { execute, rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { identifier, list, sql, Sql, sqlMoment, tuples } from '../query';
import { lockAll, refreshFigures, touch, values } from '../records';
import { fold } from '../text/fold';
import { tagKey } from './tag-key';
import { linksOf, TAG_EVENTS, type Tagged } from './tagged';

export interface TagToPut {
  tag: string;
  typeID: number;
  /** An entry of the list tagSource. */
  sourceID: number;
}

/** Puts a tag on a record. @returns false when it was on already; who put it on first, and how, stays @throws NotFound */
export const putTag = async (unit: Unit, kind: Tagged, recordID: number, what: TagToPut): Promise<boolean> =>
  (await putTagOnAll(unit, kind, [recordID], what)).has(recordID);

/** Takes a tag off a record; without a type, of whichever type it is. @returns false when it was not on @throws NotFound */
export const takeTag = async (unit: Unit, kind: Tagged, recordID: number, what: { tag: string; typeID?: number }): Promise<boolean> =>
  (await takeTagOffAll(unit, kind, [recordID], what)).has(recordID);

/** Puts a tag on records. @returns those on which it was not @throws NotFound */
export async function putTagOnAll(
  unit: Unit,
  kind: Tagged,
  ids: readonly number[],
  { sourceID, ...what }: TagToPut,
): Promise<ReadonlySet<number>> {
  const { em, caller, now } = unit;
  const before = await lockedTags(unit, kind, ids);
  const own = await tagNamed(em, what);
  const without = ids.filter((id) => !tagsIn(before, id).some(({ tagID }) => tagID === own.tagID));
  const links = without.map((id) => [id, own.tagID, sourceID, caller.userID, sqlMoment(now)]);
  if (links.length > 0)
    await execute(em, sql`INSERT INTO ${linksOf(kind)} (recordID, tagID, sourceID, createdByID, createdDate) VALUES ${tuples(links)}`);
  return told(
    unit,
    kind,
    TAG_EVENTS[kind].put,
    new Map(without.map((id) => [id, changeOf(tagsIn(before, id), [...tagsIn(before, id), own])])),
  );
}

/** Takes a tag off records; without a type, of whichever type it is. @returns those on which it was @throws NotFound */
export async function takeTagOffAll(
  unit: Unit,
  kind: Tagged,
  ids: readonly number[],
  { tag, typeID }: { tag: string; typeID?: number },
): Promise<ReadonlySet<number>> {
  const before = await lockedTags(unit, kind, ids);
  const key = tagKey(tag);
  const isMeant = (on: Tag): boolean => on.folded === key && (typeID === undefined || on.typeID === typeID);
  const withIt = ids.filter((id) => tagsIn(before, id).some(isMeant));
  const tagIDs = [
    ...new Set(
      withIt.flatMap((id) =>
        tagsIn(before, id)
          .filter(isMeant)
          .map(({ tagID }) => tagID),
      ),
    ),
  ];
  if (withIt.length > 0)
    await execute(unit.em, sql`DELETE FROM ${linksOf(kind)} WHERE recordID IN (${values(withIt)}) AND tagID IN (${values(tagIDs)})`);
  return told(
    unit,
    kind,
    TAG_EVENTS[kind].taken,
    new Map(
      withIt.map((id) => [
        id,
        changeOf(
          tagsIn(before, id),
          tagsIn(before, id).filter((on) => !isMeant(on)),
        ),
      ]),
    ),
  );
}

/** Moves the tags of some records to another one, which keeps its own. @returns how its list changed, to be told with the reason */
export async function moveTags(unit: Unit, kind: Tagged, from: readonly number[], to: number): Promise<FieldChanges> {
  const tagsThere = async (): Promise<readonly Tag[]> => tagsIn(await tagsOn(unit.em, kind, [to]), to);
  const before = await tagsThere();
  const links = linksOf(kind);
  for (const recordID of from) {
    const owned = await rows(unit.em, sql`SELECT tagID FROM ${links} WHERE recordID = ${to}`);
    const others = owned.length === 0 ? sql`` : sql` AND tagID NOT IN (${list(owned.map(([tagID]) => sql`${tagID as number}`))})`;
    await execute(unit.em, sql`UPDATE ${links} SET recordID = ${to} WHERE recordID = ${recordID}${others}`);
    await execute(unit.em, sql`DELETE FROM ${links} WHERE recordID = ${recordID}`);
  }
  await refreshFigures(unit.em, recordTypeNamed(kind), [to, ...from]);
  const after = await tagsThere();
  return after.length === before.length ? {} : changeOf(before, after);
}

/** A tag as it stands on a record. */
interface Tag {
  readonly tagID: number;
  readonly tag: string;
  readonly folded: string | null;
  readonly typeID: number | null;
}

type TagsOf = ReadonlyMap<number, readonly Tag[]>;
const tagsIn = (all: TagsOf, id: number): readonly Tag[] => all.get(id) ?? [];

/** One unit at a time, so that the lists before and after are true. */
async function lockedTags({ em }: Unit, kind: Tagged, ids: readonly number[]): Promise<TagsOf> {
  await lockAll(em, recordTypeNamed(kind), ids);
  return tagsOn(em, kind, ids);
}

/** In the order in which they were put on. The tags are asked for by themselves: a join begins with all that carry one of them. */
async function tagsOn(em: EntityManager, kind: Tagged, ids: readonly number[]): Promise<TagsOf> {
  const links = (await rows(em, sql`SELECT recordID, tagID FROM ${linksOf(kind)} WHERE recordID IN (${values(ids)}) ORDER BY id`)) as [
    number,
    number,
  ][];
  const tags = await tagsById(em, [...new Set(links.map(([, tagID]) => tagID))]);
  const byRecord = new Map<number, Tag[]>();
  for (const [recordID, tagID] of links) {
    const tag = tags.get(tagID);
    if (tag) byRecord.set(recordID, [...(byRecord.get(recordID) ?? []), tag]);
  }
  return byRecord;
}

async function tagsById(em: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, Tag>> {
  if (ids.length === 0) return new Map();
  const found = (await rows(em, sql`SELECT id, tag, folded, typeID FROM tag WHERE id IN (${values(ids)})`)) as [
    number,
    string,
    string | null,
    number | null,
  ][];
  return new Map(found.map(([tagID, tag, folded, typeID]) => [tagID, { tagID, tag, folded, typeID }]));
}

/** Tells of the records whose tags changed. @returns their ids */
async function told(unit: Unit, kind: Tagged, event: number, changes: ReadonlyMap<number, FieldChanges>): Promise<ReadonlySet<number>> {
  const ids = [...changes.keys()];
  await refreshFigures(unit.em, recordTypeNamed(kind), ids, ['tags']);
  await touch(unit, recordTypeNamed(kind), ids, { events: [event], fields: (id) => changes.get(id) ?? {} });
  return new Set(ids);
}

const changeOf = (before: readonly Tag[], after: readonly Tag[]): FieldChanges => ({ tagList: [before.map(shown), after.map(shown)] });
const shown = ({ tag, typeID }: Tag): object => ({ tag, typeId: typeID ?? 0 });

/** The tag of that text and type, made when nobody has used it yet. Two that make it at once get the same. */
async function tagNamed(em: EntityManager, { tag, typeID }: Omit<TagToPut, 'sourceID'>): Promise<Tag> {
  const folded = tagKey(tag);
  const known = await find(em, folded, typeID);
  if (known) return known;
  await execute(em, sql`${insertInto(identifier('tag'))} (tag, folded, typeID) VALUES (${tag.trim()}, ${folded}, ${typeID})`);
  const made = (await find(em, folded, typeID)) ?? { tagID: 0, tag, folded, typeID };
  await execute(em, sql`${insertInto(identifier('tag_text'))} (id, tag) VALUES (${made.tagID}, ${fold(tag)})`);
  return made;
}

async function find(em: EntityManager, folded: string, typeID: number): Promise<Tag | undefined> {
  const [[id, tag] = []] = await rows(em, sql`SELECT id, tag FROM tag WHERE folded = ${folded} AND typeID = ${typeID}`);
  return id === undefined ? undefined : { tagID: id as number, tag: tag as string, folded, typeID };
}

const insertInto = (table: Sql): Sql => sql`${new Sql(INSERT_IF_ABSENT)} ${table}`;
