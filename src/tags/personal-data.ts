import { execute, rows } from '../core/database/rows';
import type { PersonalDataHolder } from '../core/personal-data';
import { exists, list, not, sql, values } from '../core/sql';
import { isTaggable, tagLinkTable, type TaggableType } from './taggable';
import { tagLinks } from './tags.records';
import { tagsOf } from './tags-of';

/** The tags of persons, and those that nobody else has. */
export const tagsOfPersons: PersonalDataHolder = {
  name: 'tags',
  async read(view, { type, ids }) {
    const { name } = type;
    if (!isTaggable(name)) return [];
    const found = [];
    for (const id of ids) found.push(...(await tagsOf(view, name, id)));
    return found;
  },
  async erase({ em }, { type, ids }) {
    if (!isTaggable(type.name)) return;
    const links = tagLinkTable(type.name);
    const found = await rows(em, sql`SELECT DISTINCT tagID FROM ${links} WHERE recordID IN (${values(ids)})`);
    await execute(em, sql`DELETE FROM ${links} WHERE recordID IN (${values(ids)})`);
    const unused = await rows(
      em,
      sql`SELECT id FROM tag t WHERE id IN (${values([0, ...found.map(([id]) => id as number)])}) AND ${list(
        (Object.keys(tagLinks) as TaggableType[]).map((kind) =>
          not(exists(sql`SELECT 1 FROM ${tagLinkTable(kind)} l WHERE l.tagID = t.id`)),
        ),
        ' AND ',
      )}`,
    );
    const tagIDs = values([0, ...unused.map(([id]) => id as number)]);
    await execute(em, sql`DELETE FROM tag_text WHERE id IN (${tagIDs})`);
    await execute(em, sql`DELETE FROM tag WHERE id IN (${tagIDs})`);
  },
};
