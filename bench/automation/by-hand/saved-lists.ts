import { insert, type BenchDatabase } from '../../database';
import { insertChanges } from './changes';
import { USER_ID, type ByHand } from './run';

export const addToListByHand = (listID: number): ByHand => ({
  batch: async (run, ids, now) => {
    const { store } = run;
    const [[count] = []] = await store.all('SELECT COUNT(*) FROM saved_list_record WHERE listID = ?', [listID]);
    const rows = ids.map((id) => [listID, id, USER_ID, now.sql]);
    await insert(store, 'saved_list_record', ['listID', 'recordID', 'addedByID', 'addedDate'], rows);
    await store.run('UPDATE saved_list SET version = version + 1, updatedByID = ?, updatedDate = ? WHERE id = ?', [
      USER_ID,
      now.sql,
      listID,
    ]);
    const [[version] = []] = await store.all('SELECT version FROM saved_list WHERE id = ?', [listID]);
    const fields = { count: [Number(count), Number(count) + ids.length] };
    const change = { type: 'SavedList', recordID: listID, action: 'updated' as const, version: Number(version), events: [], fields };
    await insertChanges(run, [change], now);
    return ids;
  },
});

/** An empty list of contacts; not measured. @returns its id */
export async function createList(store: BenchDatabase, name: string): Promise<number> {
  await store.run("INSERT INTO saved_list (name, type, createdByID, createdDate) VALUES (?, 'Contact', ?, '2026-01-01 00:00:00.000')", [
    name,
    USER_ID,
  ]);
  const [[id] = []] = await store.all('SELECT MAX(id) FROM saved_list');
  await insert(store, 'saved_list_text', ['id', 'name', 'type'], [[Number(id), name.toLowerCase(), 'contact']]);
  return Number(id);
}
