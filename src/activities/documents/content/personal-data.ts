import type { Settings } from '../../../core/config';
import { rows } from '../../../core/database/rows';
import { storageOf } from '../../../core/files';
import { idsOf, type PersonalDataHolder } from '../../../core/personal-data';
import { sql, values } from '../../../core/sql';
import { forgetContents, keysOf } from './contents';

/** The files of the documents about persons, and their texts. */
export const contentsAboutPersons = (settings: Settings): PersonalDataHolder => {
  const storage = storageOf(settings);
  return {
    name: 'files',
    async read({ em }, person) {
      const ids = idsOf(person, 'Document');
      if (ids.length === 0) return [];
      const found = await rows(
        em,
        sql`SELECT dc.documentID, dc.mediaType, dc.size, dc.sha256, ct.text FROM document_content dc LEFT JOIN content_text ct ON ct.documentID = dc.documentID
          WHERE dc.documentID IN (${values(ids)}) ORDER BY dc.documentID`,
      );
      return found.map(([documentID, mediaType, size, sha256, text]) => {
        return { documentID, mediaType, size, sha256, text, path: `/api/Documents/${documentID as number}/Content` };
      });
    },
    async erase({ em }, person) {
      const ids = idsOf(person, 'Document');
      // before the commit: none must be left once the person is erased, even if the process ends just then
      for (const key of await keysOf(em, ids)) await storage.remove(key);
      await forgetContents(em, ids);
    },
  };
};
