import { insert, placeholders, type BenchDatabase } from '../database';

const BATCH = 500;

/** The tag and run to which the baseline writes its rows. */
export interface BaselineRun {
  readonly tagID: number;
  readonly automationID: number;
  readonly runID: number;
}

/**
 * Writes everything that a run with one addTag writes, with hand-written bulk SQL: the plan, then in batches the tags, figures,
 * versions, changes and record outcomes. @returns the time taken in milliseconds
 */
export async function tagByHand(
  store: BenchDatabase,
  ids: readonly number[],
  { tagID, automationID, runID }: BaselineRun,
): Promise<number> {
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
    await store.run(`UPDATE contact_figure SET tags = 1 WHERE id IN (${placeholders(part)})`, part);
    await store.run(`UPDATE contact SET version = version + 1, updatedDate = ? WHERE id IN (${placeholders(part)})`, [now, ...part]);
    const changes = part.map((id) => ['Contact', id, 'updated', 2, '[20]', fields, '{}', now, 1, automationID, runID, 1]);
    await insert(
      store,
      'record_change',
      ['type', 'recordID', 'action', 'version', 'events', 'fields', 'concerned', 'at', 'byID', 'automationID', 'runID', 'depth'],
      changes,
    );
    await store.run(
      `UPDATE automation_run_record SET outcome = 'processed', actions = ?, finishedAt = ? WHERE runID = ? AND recordID IN (${placeholders(part)})`,
      [actions, now, runID, ...part],
    );
    await store.run('COMMIT');
  }
  return performance.now() - begin;
}

/** Creates a new tag and a new run. */
export async function prepareBaseline(store: BenchDatabase, automationID: number, tag: string): Promise<BaselineRun> {
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
