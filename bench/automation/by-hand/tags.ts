import { insert, placeholders, type BenchDatabase } from '../../database';
import { insertChanges, stampContacts } from './changes';
import { USER_ID, type ByHand, type HandRun } from './run';

const [ADDED, REMOVED] = [20, 21];
const OTHER_TYPE = 4;
const BY_AUTOMATION = 4;

export function addTagByHand(tag: string): ByHand {
  let tagID = 0;
  return {
    begin: async ({ store }) => void (tagID = await createTag(store, tag)),
    batch: async (run, ids, now) => {
      const before = await tagsOf(run, ids);
      const rows = ids.map((id) => [id, tagID, BY_AUTOMATION, USER_ID, now.sql]);
      await insert(run.store, 'contact_tag', ['recordID', 'tagID', 'sourceID', 'createdByID', 'createdDate'], rows);
      await run.store.run(`UPDATE contact_figure SET tags = 1 WHERE id IN (${placeholders(ids)})`, ids);
      await stampContacts(run, ids, now);
      const versions = await versionsOf(run, ids);
      const changes = ids.map((id) => {
        const old = before.get(id) ?? [];
        return change(id, versions, ADDED, [shown(old), [...shown(old), { tag, typeId: OTHER_TYPE }]]);
      });
      await insertChanges(run, changes, now);
      return ids;
    },
  };
}

export function removeTagByHand(tag: string): ByHand {
  let tagID = 0;
  return {
    begin: async ({ store }) => void (tagID = await idOfTag(store, tag)),
    batch: async (run, ids, now) => {
      const before = await tagsOf(run, ids);
      await run.store.run(`DELETE FROM contact_tag WHERE tagID = ? AND recordID IN (${placeholders(ids)})`, [tagID, ...ids]);
      const without = ids.filter((id) => before.get(id)?.every((each) => each.id === tagID));
      if (without.length > 0) await run.store.run(`UPDATE contact_figure SET tags = 0 WHERE id IN (${placeholders(without)})`, without);
      await stampContacts(run, ids, now);
      const versions = await versionsOf(run, ids);
      const changes = ids.map((id) => {
        const old = before.get(id) ?? [];
        return change(id, versions, REMOVED, [shown(old), shown(old.filter((each) => each.id !== tagID))]);
      });
      await insertChanges(run, changes, now);
      return ids;
    },
  };
}

/** Gives contacts a tag that is then removed; not measured. */
export async function attachTag(store: BenchDatabase, tag: string, ids: readonly number[]): Promise<void> {
  const tagID = await createTag(store, tag);
  for (let from = 0; from < ids.length; from += 1000) {
    const part = ids.slice(from, from + 1000);
    const rows = part.map((id) => [id, tagID, BY_AUTOMATION, USER_ID, '2026-01-01 00:00:00.000']);
    await insert(store, 'contact_tag', ['recordID', 'tagID', 'sourceID', 'createdByID', 'createdDate'], rows);
    await store.run(`UPDATE contact_figure SET tags = 1 WHERE id IN (${placeholders(part)})`, part);
  }
}

interface Tag {
  readonly id: number;
  readonly tag: string;
  readonly typeId: number;
}

const shown = (tags: readonly Tag[]): object[] => tags.map(({ tag, typeId }) => ({ tag, typeId }));

const change = (recordID: number, versions: ReadonlyMap<number, number>, event: number, tagList: object) => ({
  type: 'Contact',
  recordID,
  action: 'updated' as const,
  version: versions.get(recordID) ?? 0,
  events: [event],
  fields: { tagList },
});

async function createTag(store: BenchDatabase, tag: string): Promise<number> {
  await store.run('INSERT INTO tag (tag, folded, typeID) VALUES (?, ?, ?)', [tag, tag.toLowerCase(), OTHER_TYPE]);
  const id = await idOfTag(store, tag);
  await insert(store, 'tag_text', ['id', 'tag'], [[id, tag.toLowerCase()]]);
  return id;
}

async function idOfTag(store: BenchDatabase, tag: string): Promise<number> {
  const [[id] = []] = await store.all('SELECT id FROM tag WHERE folded = ? AND typeID = ?', [tag.toLowerCase(), OTHER_TYPE]);
  return Number(id);
}

async function tagsOf({ store }: HandRun, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Tag[]>> {
  const found = await store.all(
    `SELECT ct.recordID, t.id, t.tag, t.typeID FROM contact_tag ct JOIN tag t ON t.id = ct.tagID WHERE ct.recordID IN (${placeholders(ids)}) ORDER BY ct.id`,
    ids,
  );
  const tags = new Map<number, Tag[]>();
  for (const [recordID, id, tag, typeId] of found as [number, number, string, number][])
    tags.set(recordID, [...(tags.get(recordID) ?? []), { id, tag, typeId }]);
  return tags;
}

async function versionsOf({ store }: HandRun, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await store.all(`SELECT id, version FROM contact WHERE id IN (${placeholders(ids)})`, ids);
  return new Map(found as [number, number][]);
}
