import { insert, marks, type Store } from './store';

const BATCH = 500;

/** Rows of a run of its own, which stays empty in the eyes of the service. */
export interface ByHand {
  readonly tagID: number;
  readonly automationID: number;
  readonly runID: number;
}

/**
 * What a run with one addTag leaves behind, in bulk and by hand: the plan, then batch by batch the tags, the figures, the
 * versions, the changes and the ledger. @returns milliseconds
 */
export async function tagByHand(store: Store, ids: readonly number[], { tagID, automationID, runID }: ByHand): Promise<number> {
  const begin = performance.now();
  const now = new Date().toISOString().slice(0, 23).replace('T', ' ');
  await store.run('BEGIN');
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = ids.slice(from, from + BATCH).map((id, index) => [runID, id, automationID, from + index + 1, 'planned']);
    await insert(store, 'automation_run_record', ['runID', 'recordID', 'automationID', 'position', 'outcome'], rows);
  }
  await store.run('COMMIT');
  const fields = JSON.stringify({ tagList: [[], [{ tag: 'By hand', typeId: 4 }]] });
  const actions = JSON.stringify([{ id: '1', type: 'addTag', outcome: 'done' }]);
  for (let from = 0; from < ids.length; from += BATCH) {
    const part = ids.slice(from, from + BATCH);
    await store.run('BEGIN');
    await insert(
      store,
      'contact_tag',
      ['recordID', 'tagID', 'sourceID', 'createdByID', 'createdDate'],
      part.map((id) => [id, tagID, 4, 1, now]),
    );
    await store.run(`UPDATE contact_figure SET tags = 1 WHERE id IN (${marks(part)})`, part);
    await store.run(`UPDATE contact SET version = version + 1, updatedDate = ? WHERE id IN (${marks(part)})`, [now, ...part]);
    const changes = part.map((id) => ['Contact', id, 'updated', 2, '[20]', fields, '{}', now, 1, automationID, runID, 1]);
    await insert(
      store,
      'record_change',
      ['type', 'recordID', 'action', 'version', 'events', 'fields', 'concerned', 'at', 'byID', 'automationID', 'runID', 'depth'],
      changes,
    );
    await store.run(
      `UPDATE automation_run_record SET outcome = 'processed', actions = ?, finishedAt = ? WHERE runID = ? AND recordID IN (${marks(part)})`,
      [actions, now, runID, ...part],
    );
    await store.run('COMMIT');
  }
  return performance.now() - begin;
}

/** A tag and a run that nobody else has. */
export async function prepared(store: Store, automationID: number, tag: string): Promise<ByHand> {
  await store.run('INSERT INTO tag (tag, folded, typeID) VALUES (?, ?, 4)', [tag, tag]);
  const started = '2026-01-01 00:00:00.000';
  await store.run(
    "INSERT INTO automation_run (automationID, automationVersion, `trigger`, status, queuedAt, finishedAt) VALUES (?, 1, 'manual', 'completed', ?, ?)",
    [automationID, started, started],
  );
  const [[tagID] = []] = await store.all('SELECT MAX(id) FROM tag');
  const [[runID] = []] = await store.all('SELECT MAX(id) FROM automation_run');
  return { tagID: Number(tagID), automationID, runID: Number(runID) };
}
