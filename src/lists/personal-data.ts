import { execute, rows } from '../core/database/rows';
import type { PersonalDataHolder } from '../core/personal-data';
import { sql, values } from '../core/sql';
import { membershipsOf, removeFromList } from './list-membership';

/** The lists on which persons are. */
export const listsOfPersons: PersonalDataHolder = {
  name: 'lists',
  async read({ em }, { type, ids }) {
    const found = await rows(
      em,
      sql`SELECT s.id, s.name, s.description FROM saved_list s JOIN saved_list_record sr ON sr.listID = s.id
        WHERE s.type = ${type.name} AND s.deleted = 0 AND sr.recordID IN (${values(ids)}) ORDER BY s.id`,
    );
    return found.map(([id, name, description]) => ({ id, name, description }));
  },
  async erase(transaction, { type, ids }) {
    for (const { listID, recordID } of await membershipsOf(transaction.em, type, ids)) await removeFromList(transaction, listID, recordID);
    await execute(
      transaction.em,
      sql`DELETE FROM saved_list_record WHERE recordID IN (${values(ids)}) AND listID IN (SELECT id FROM saved_list WHERE type = ${type.name})`,
    );
  },
};
