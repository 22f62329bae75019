import { insert, placeholders, type BenchDatabase } from '../../database';

/** Records in one transaction. */
export const BATCH = 500;

/** The user in whose name automations of the benchmark run. */
export const USER_ID = 1;

/** A run whose rows are written by hand. */
export interface HandRun {
  readonly store: BenchDatabase;
  readonly automationID: number;
  readonly runID: number;
}

/** The time of a transaction, as the database and as JSON have it. */
export interface Now {
  readonly date: Date;
  readonly sql: string;
  readonly iso: string;
}

/** What an action writes, in bulk SQL. */
export interface ByHand {
  /** What is there once for the whole run. */
  readonly begin?: (run: HandRun) => Promise<void>;
  /** For up to 500 records, within a transaction. @returns those that changed */
  readonly batch: (run: HandRun, ids: readonly number[], now: Now) => Promise<readonly number[]>;
}

export function momentOf(date: Date): Now {
  const iso = date.toISOString();
  return { date, iso, sql: iso.slice(0, 23).replace('T', ' ') };
}

/** A run for the rows that are written by hand; not measured. */
export async function newRun(store: BenchDatabase, automationID: number): Promise<HandRun> {
  // an old run would be deleted by the housekeeping while others are measured
  const now = momentOf(new Date()).sql;
  await store.run(
    "INSERT INTO automation_run (automationID, automationVersion, `trigger`, status, queuedAt, finishedAt) VALUES (?, 1, 'manual', 'completed', ?, ?)",
    [automationID, now, now],
  );
  const [[runID] = []] = await store.all('SELECT MAX(id) FROM automation_run');
  return { store, automationID, runID: Number(runID) };
}

/** Writes all that a run with one action writes: the plan, then in batches what the action does and the outcome of each record. */
export async function runByHand(run: HandRun, type: string, { begin, batch }: ByHand, ids: readonly number[]): Promise<void> {
  await inTransaction(run, () => insertPlan(run, ids));
  await begin?.(run);
  for (let from = 0; from < ids.length; from += BATCH) {
    await inTransaction(run, async () => {
      const part = ids.slice(from, from + BATCH);
      const now = momentOf(new Date());
      const changed = new Set(await batch(run, part, now));
      await saveOutcome(run, type, 'done', [...changed], now);
      await saveOutcome(
        run,
        type,
        'unchanged',
        part.filter((id) => !changed.has(id)),
        now,
      );
    });
  }
}

async function inTransaction({ store }: HandRun, work: () => Promise<void>): Promise<void> {
  await store.run('BEGIN');
  await work();
  await store.run('COMMIT');
}

async function insertPlan({ store, runID, automationID }: HandRun, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = ids.slice(from, from + BATCH).map((id, index) => [runID, id, automationID, from + index + 1, 'planned']);
    await insert(store, 'automation_run_record', ['runID', 'recordID', 'automationID', 'position', 'outcome'], rows);
  }
}

async function saveOutcome({ store, runID }: HandRun, type: string, outcome: string, ids: readonly number[], now: Now): Promise<void> {
  if (ids.length === 0) return;
  await store.run(
    `UPDATE automation_run_record SET outcome = 'processed', actions = ?, attempts = 1, finishedAt = ? WHERE runID = ? AND recordID IN (${placeholders(ids)})`,
    [JSON.stringify([{ id: '1', type, outcome }]), now.sql, runID, ...ids],
  );
}
