import { insert, placeholders, type Value } from '../../database';
import { insertChanges } from './changes';
import { folded, wordsOf, wordText } from './words';
import { USER_ID, type ByHand, type HandRun, type Now } from './run';

const UPDATED = 18;
const STATUS_CHANGED = 19;

/** Its text, folded text, key and words. */
export const changeTitleByHand = (title: string): ByHand =>
  fieldByHand('jobTitle', title, [UPDATED], async ({ store }, ids) => {
    const own = placeholders(ids);
    await replaceInResponses(store, ids, `COALESCE(JSON_QUOTE(c.jobTitle), 'null')`, 'jobTitle', JSON.stringify(title));
    await store.run(`UPDATE contact_text SET jobTitle = ?, jobTitleWords = ? WHERE id IN (${own})`, [
      folded(title),
      wordText(title),
      ...ids,
    ]);
    await store.run(`DELETE FROM contact_key WHERE field = 'jobTitle' AND id IN (${own})`, ids);
    await insert(
      store,
      'contact_key',
      ['field', 'value', 'id'],
      ids.map((id) => ['jobTitle', folded(title), id]),
    );
    const words = [...new Set(wordsOf(title))];
    await store.run(`DELETE FROM contact_jobTitle_word WHERE id IN (${own})`, ids);
    await insert(
      store,
      'contact_jobTitle_word',
      ['word', 'id'],
      words.flatMap((word) => ids.map((id) => [word, id])),
    );
    await store.run(`DELETE FROM contact_word WHERE field = 'jobTitle' AND id IN (${own})`, ids);
    await insert(
      store,
      'contact_word',
      ['field', 'word', 'id'],
      words.flatMap((word) => ids.map((id) => ['jobTitle', word, id])),
    );
  });

export const changeStatusByHand = (statusID: number): ByHand =>
  fieldByHand('statusID', statusID, [UPDATED, STATUS_CHANGED], async ({ store }, ids) => {
    await replaceInResponses(store, ids, 'COALESCE(c.statusID, 0)', 'statusID', String(statusID));
    await store.run(`UPDATE contact_index SET statusID = ? WHERE id IN (${placeholders(ids)})`, [statusID, ...ids]);
  });

/** The owner is in no stored response. */
export const assignOwnerByHand = (ownerID: number): ByHand =>
  fieldByHand('ownerID', ownerID, [UPDATED], async ({ store }, ids) => {
    await store.run(`UPDATE contact_response SET version = version + 1 WHERE id IN (${placeholders(ids)})`, ids);
    await store.run(`UPDATE contact_index SET ownerID = ? WHERE id IN (${placeholders(ids)})`, [ownerID, ...ids]);
  });

/** @param derive writes what follows from the field, while the records still have their old values */
function fieldByHand(
  field: string,
  value: string | number,
  events: readonly number[],
  derive: (run: HandRun, ids: readonly number[], now: Now) => Promise<void>,
): ByHand {
  return {
    batch: async (run, ids, now) => {
      const { store } = run;
      const found = await store.all(`SELECT id, version, clientID, ${field} FROM contact WHERE id IN (${placeholders(ids)})`, ids);
      const others = (found as [number, number, number | null, Value][]).filter(([, , , old]) => old !== value);
      const changed = others.map(([id]) => id);
      if (changed.length === 0) return [];
      await derive(run, changed, now);
      const own = placeholders(changed);
      await store.run(`UPDATE contact SET ${field} = ?, version = version + 1, updatedByID = ?, updatedDate = ? WHERE id IN (${own})`, [
        value,
        USER_ID,
        now.sql,
        ...changed,
      ]);
      await store.run(`UPDATE contact_index SET updatedDate = ? WHERE id IN (${own})`, [now.sql, ...changed]);
      const changes = others.map(([recordID, version, clientID, old]) => ({
        type: 'Contact',
        recordID,
        action: 'updated' as const,
        version: version + 1,
        events,
        fields: { [field]: [old, value] },
        concerned: clientID === null ? {} : { Client: [clientID] },
      }));
      await insertChanges(run, changes, now);
      return changed;
    },
  };
}

/** Replaces the value of a member in the stored JSON; a key in quotes stands nowhere else in it. */
const replaceInResponses = (
  store: HandRun['store'],
  ids: readonly number[],
  oldJson: string,
  member: string,
  json: string,
): Promise<void> =>
  store.run(
    `UPDATE contact_response SET version = version + 1, text = REPLACE(text, (SELECT CONCAT('"${member}":', ${oldJson}, ',') FROM contact c WHERE c.id = contact_response.id), ?) WHERE id IN (${placeholders(ids)})`,
    [`"${member}":${json},`, ...ids],
  );
