import type { TagInList, TagsOfRecords } from '../core/bulk';
import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { entryNames } from '../core/lookups';
import { sql, values } from '../core/sql';
import { TagSource, TagType } from '../core/terms/numbers';
import { tagKey } from './tag-key';
import { tagLinkTable, type TaggableType } from './taggable';
import { attachTag, detachTag } from './tagging';

/** The tags of a type of records, for imports and exports. */
export const tagsForBulk = (kind: TaggableType): TagsOfRecords => ({
  read: (view, ids) => tagsIn(view, kind, ids),
  async typeIDs({ em }) {
    return new Set((await rows(em, entryNames('tagType'))).map(([id]) => id as number));
  },
  async replace(transaction, id, tags) {
    const before = (await tagsIn(transaction, kind, [id])).get(id) ?? [];
    const unwanted = before.filter((own) => !tags.some((wanted) => isSame(own, wanted)));
    const added = distinct(tags).filter((wanted) => !before.some((own) => isSame(own, wanted)));
    for (const { tag, typeId: typeID } of unwanted) await detachTag(transaction, kind, id, { tag, typeID: typeID || undefined });
    for (const { tag, typeId: typeID = TagType.Other } of added)
      await attachTag(transaction, kind, id, { tag, typeID, sourceID: TagSource.Import });
    return unwanted.length + added.length > 0;
  },
});

const isSame = (own: Required<TagInList>, wanted: TagInList): boolean =>
  tagKey(own.tag) === tagKey(wanted.tag) && (wanted.typeId === undefined || wanted.typeId === own.typeId);

/** Each once, as it is written first. */
const distinct = (tags: readonly TagInList[]): TagInList[] =>
  [...new Map(tags.toReversed().map((each) => [`${each.typeId ?? TagType.Other} ${tagKey(each.tag)}`, each])).values()].toReversed();

async function tagsIn({ em }: View, kind: TaggableType, ids: readonly number[]): Promise<ReadonlyMap<number, Required<TagInList>[]>> {
  const found = new Map<number, Required<TagInList>[]>();
  if (ids.length === 0) return found;
  const links = (await rows(
    em,
    sql`SELECT l.recordID, t.tag, t.typeID FROM ${tagLinkTable(kind)} l JOIN tag t ON t.id = l.tagID WHERE l.recordID IN (${values(ids)}) ORDER BY l.id`,
  )) as [number, string, number | null][];
  for (const [id, tag, typeId] of links) found.set(id, [...(found.get(id) ?? []), { tag, typeId: typeId ?? 0 }]);
  return found;
}
