import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../core/changes';
import type { Transaction } from '../core/database';
import { INSERT_IF_ABSENT } from '../core/sql/dialect';
import { execute, rows } from '../core/database/rows';
import { identifier, list, sql, Sql, sqlMoment, tuples } from '../core/sql';
import { lockAll, refreshFigures, recordChange, values } from '../core/records';
import { fold } from '../core/text/fold';
import { tagKey } from './tag-key';
import { tagEvents, tagLinkTable, type TaggableType, type TagChange } from './taggable';

export interface TagToAttach {
  tag: string;
  typeID: number;
  /** An entry of the list tagSource. */
  sourceID: number;
}

/** Adds a tag to a record. @returns false when the record already had it; who first added it, and how, is unchanged @throws NotFound */
export const attachTag = async (transaction: Transaction, kind: TaggableType, recordID: number, what: TagToAttach): Promise<boolean> =>
  (await attachTagToAll(transaction, kind, [recordID], what)).has(recordID);

/** Removes a tag from a record; without a type, tags of every type. @returns false when the record did not have it @throws NotFound */
export const detachTag = async (
  transaction: Transaction,
  kind: TaggableType,
  recordID: number,
  what: { tag: string; typeID?: number },
): Promise<boolean> => (await detachTagFromAll(transaction, kind, [recordID], what)).has(recordID);

/** Adds a tag to records. @returns the ids of those that did not have it @throws NotFound */
export async function attachTagToAll(
  transaction: Transaction,
  kind: TaggableType,
  ids: readonly number[],
  { sourceID, ...what }: TagToAttach,
): Promise<ReadonlySet<number>> {
  const { em, caller, now } = transaction;
  const before = await lockedTags(transaction, kind, ids);
  const own = await findOrCreateTag(em, what);
  const without = ids.filter((id) => !tagsIn(before, id).some(({ tagID }) => tagID === own.tagID));
  const links = without.map((id) => [id, own.tagID, sourceID, caller.userID, sqlMoment(now)]);
  if (links.length > 0)
    await execute(em, sql`INSERT INTO ${tagLinkTable(kind)} (recordID, tagID, sourceID, createdByID, createdDate) VALUES ${tuples(links)}`);
  return recordTagChanges(
    transaction,
    kind,
    'tagAdded',
    new Map(without.map((id) => [id, changeOf(tagsIn(before, id), [...tagsIn(before, id), own])])),
  );
}

/** Removes a tag from records; without a type, tags of every type. @returns the ids of those that had it @throws NotFound */
export async function detachTagFromAll(
  transaction: Transaction,
  kind: TaggableType,
  ids: readonly number[],
  { tag, typeID }: { tag: string; typeID?: number },
): Promise<ReadonlySet<number>> {
  const before = await lockedTags(transaction, kind, ids);
  const key = tagKey(tag);
  const isMeant = (on: AttachedTag): boolean => on.folded === key && (typeID === undefined || on.typeID === typeID);
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
    await execute(
      transaction.em,
      sql`DELETE FROM ${tagLinkTable(kind)} WHERE recordID IN (${values(withIt)}) AND tagID IN (${values(tagIDs)})`,
    );
  return recordTagChanges(
    transaction,
    kind,
    'tagRemoved',
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

/** Moves the tags of some records to another one, which keeps its own. @returns how its list changed, to be published with the reason */
export async function moveTags(transaction: Transaction, kind: TaggableType, from: readonly number[], to: number): Promise<FieldChanges> {
  const currentTags = async (): Promise<readonly AttachedTag[]> => tagsIn(await tagsOn(transaction.em, kind, [to]), to);
  const before = await currentTags();
  const links = tagLinkTable(kind);
  for (const recordID of from) {
    const owned = await rows(transaction.em, sql`SELECT tagID FROM ${links} WHERE recordID = ${to}`);
    const others = owned.length === 0 ? sql`` : sql` AND tagID NOT IN (${list(owned.map(([tagID]) => sql`${tagID as number}`))})`;
    await execute(transaction.em, sql`UPDATE ${links} SET recordID = ${to} WHERE recordID = ${recordID}${others}`);
    await execute(transaction.em, sql`DELETE FROM ${links} WHERE recordID = ${recordID}`);
  }
  await refreshFigures(transaction.em, transaction.types.named(kind), [to, ...from]);
  const after = await currentTags();
  return after.length === before.length ? {} : changeOf(before, after);
}

/** A tag as it stands on a record. */
interface AttachedTag {
  readonly tagID: number;
  readonly tag: string;
  readonly folded: string | null;
  readonly typeID: number | null;
}

type TagsOf = ReadonlyMap<number, readonly AttachedTag[]>;
const tagsIn = (all: TagsOf, id: number): readonly AttachedTag[] => all.get(id) ?? [];

/** One transaction at a time, so that the lists before and after are true. */
async function lockedTags({ em, types }: Transaction, kind: TaggableType, ids: readonly number[]): Promise<TagsOf> {
  await lockAll(em, types.named(kind), ids);
  return tagsOn(em, kind, ids);
}

/** In the order they were added. The tags are queried separately: a join would begin with all that carry one of them. */
async function tagsOn(em: EntityManager, kind: TaggableType, ids: readonly number[]): Promise<TagsOf> {
  const links = (await rows(em, sql`SELECT recordID, tagID FROM ${tagLinkTable(kind)} WHERE recordID IN (${values(ids)}) ORDER BY id`)) as [
    number,
    number,
  ][];
  const tags = await tagsById(em, [...new Set(links.map(([, tagID]) => tagID))]);
  const byRecord = new Map<number, AttachedTag[]>();
  for (const [recordID, tagID] of links) {
    const tag = tags.get(tagID);
    if (tag) byRecord.set(recordID, [...(byRecord.get(recordID) ?? []), tag]);
  }
  return byRecord;
}

async function tagsById(em: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, AttachedTag>> {
  if (ids.length === 0) return new Map();
  const found = (await rows(em, sql`SELECT id, tag, folded, typeID FROM tag WHERE id IN (${values(ids)})`)) as [
    number,
    string,
    string | null,
    number | null,
  ][];
  return new Map(found.map(([tagID, tag, folded, typeID]) => [tagID, { tagID, tag, folded, typeID }]));
}

/** Records the changes and events of records whose tags changed. @returns their ids */
async function recordTagChanges(
  transaction: Transaction,
  kind: TaggableType,
  change: TagChange,
  changes: ReadonlyMap<number, FieldChanges>,
): Promise<ReadonlySet<number>> {
  const ids = [...changes.keys()];
  await refreshFigures(transaction.em, transaction.types.named(kind), ids, ['tags']);
  await recordChange(transaction, transaction.types.named(kind), ids, {
    events: tagEvents(transaction.types.named(kind), change),
    fields: (id) => changes.get(id) ?? {},
  });
  return new Set(ids);
}

const changeOf = (before: readonly AttachedTag[], after: readonly AttachedTag[]): FieldChanges => ({
  tagList: [before.map(asChange), after.map(asChange)],
});
const asChange = ({ tag, typeID }: AttachedTag): object => ({ tag, typeId: typeID ?? 0 });

/** The tag of that text and type, created if it does not exist. Concurrent requests get the same tag. */
async function findOrCreateTag(em: EntityManager, { tag, typeID }: Omit<TagToAttach, 'sourceID'>): Promise<AttachedTag> {
  const folded = tagKey(tag);
  const known = await findTag(em, folded, typeID);
  if (known) return known;
  await execute(em, sql`${insertInto(identifier('tag'))} (tag, folded, typeID) VALUES (${tag.trim()}, ${folded}, ${typeID})`);
  const created = (await findTag(em, folded, typeID)) ?? { tagID: 0, tag, folded, typeID };
  await execute(em, sql`${insertInto(identifier('tag_text'))} (id, tag) VALUES (${created.tagID}, ${fold(tag)})`);
  return created;
}

async function findTag(em: EntityManager, folded: string, typeID: number): Promise<AttachedTag | undefined> {
  const [[id, tag] = []] = await rows(em, sql`SELECT id, tag FROM tag WHERE folded = ${folded} AND typeID = ${typeID}`);
  return id === undefined ? undefined : { tagID: id as number, tag: tag as string, folded, typeID };
}

const insertInto = (table: Sql): Sql => sql`${new Sql(INSERT_IF_ABSENT)} ${table}`;
