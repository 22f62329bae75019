import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { FOR_UPDATE_UNLOCKED } from '../../core/sql/dialect';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { lock, values } from '../../core/records';
import { findMatchingIds } from '../audience';
import { automations } from '../automation.records';
import { ACTIONS } from './run-counters';
import { processRecord, type RecordResult } from './process-record';
import { processBatch, type BatchResult } from './process-batch';
import { canRunAsBatch, costPerRecord } from './batch-actions';
import { endOrSuspend } from './suspend-run';
import type { RunContext } from './run-context';

/** Records in one transaction: long transactions would block requests. */
const SINGLE_CHUNK_SIZE = 20;
/** What the actions on all records of one transaction may cost together, measured in tags. */
const BATCH_COST_LIMIT = 500;

/** How far a run is, for one of those who work on it. */
export type Progress = 'more' | 'waits' | 'done';

/**
 * Processes the next planned records that nobody else is working on, and ends the run after the last.
 * @param isHelper works on records from anywhere in the run, and leaves its end to the holder of the lease
 */
export async function processChunk(transaction: Transaction, work: RunContext, isHelper = false): Promise<Progress> {
  // where it matters whom the automation has processed, no other run of it does so in this moment
  if (work.audience.excludeProcessed) await lock(transaction.em, automations, work.automation.id);
  const most = canRunAsBatch(transaction, work) ? batchSize(work) : SINGLE_CHUNK_SIZE;
  const planned = await nextPlanned(transaction, work.run.id, { most, from: isHelper ? somewhere(work) : 1 });
  const results = await processAll(transaction, work, planned);
  await saveResults(transaction, work.run.id, results);
  if (planned.length === most || results.size < planned.length) return 'more';
  if (isHelper) return planned.length > 0 ? 'more' : 'done';
  if (await othersAreWorking(transaction, work.run.id)) return planned.length > 0 ? 'more' : 'waits';
  await endOrSuspend(transaction, work.run.id);
  return 'done';
}

/** Helpers rarely meet each other, even on nodes of a cluster, which do not see each other's locks. */
const somewhere = ({ run }: RunContext): number => 1 + Math.floor(Math.random() * run.taken);

const batchSize = (work: RunContext): number =>
  Math.max(SINGLE_CHUNK_SIZE, Math.floor(BATCH_COST_LIMIT / Math.max(1, costPerRecord(work))));

/** Locks them: another worker takes those after them, from the beginning again if there are none. */
async function nextPlanned(
  { em, now }: Pick<Transaction, 'em' | 'now'>,
  runID: number,
  { most, from }: { readonly most: number; readonly from: number },
): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT recordID FROM automation_run_record WHERE ${areDue(runID, now)} AND position >= ${from} ORDER BY position LIMIT ${most}${new Sql(FOR_UPDATE_UNLOCKED)}`,
  );
  if (found.length === 0 && from > 1) return nextPlanned({ em, now }, runID, { most, from: 1 });
  return found.map(([recordID]) => recordID as number);
}

/** Have others locked records that are still to be processed? */
const othersAreWorking = async ({ em, now }: Transaction, runID: number): Promise<boolean> =>
  (await rows(em, sql`SELECT 1 FROM automation_run_record WHERE ${areDue(runID, now)} LIMIT 1`)).length > 0;

const areDue = (runID: number, now: Date): Sql =>
  sql`runID = ${runID} AND outcome = 'planned' AND (tryAt IS NULL OR tryAt <= ${sqlMoment(now)})`;

type Results = ReadonlyMap<number, RecordResult>;

/**
 * Acts on them all at once where that is possible, except for those that fail: these do so one by one. Where it is not known which
 * ones fail, it acts on the first half. @returns what became of them, or of some of them
 */
async function processAll(transaction: Transaction, work: RunContext, ids: readonly number[]): Promise<Results> {
  if (!canRunAsBatch(transaction, work)) return oneByOne(transaction, work, ids);
  const { results, failed } = await asBatch(transaction, work, ids);
  if (results) return results;
  if (failed.length > 0) return processApart(transaction, work, ids, failed);
  if (ids.length <= SINGLE_CHUNK_SIZE) return oneByOne(transaction, work, ids);
  return processAll(transaction, work, ids.slice(0, Math.ceil(ids.length / 2)));
}

async function processApart(
  transaction: Transaction,
  work: RunContext,
  ids: readonly number[],
  failed: readonly number[],
): Promise<Results> {
  const others = ids.filter((id) => !failed.includes(id));
  const results = await oneByOne(transaction, work, failed.slice(0, SINGLE_CHUNK_SIZE));
  return new Map([...results, ...(others.length > 0 ? await processAll(transaction, work, others) : [])]);
}

async function asBatch(transaction: Transaction, work: RunContext, ids: readonly number[]): Promise<BatchResult> {
  const left = await skippedRecords(transaction, work, ids);
  const meant = ids.filter((id) => !left.has(id));
  const { results, failed } = await processBatch(transaction, work, meant);
  return { results: results && new Map([...left, ...results]), failed };
}

async function oneByOne(transaction: Transaction, work: RunContext, ids: readonly number[]): Promise<Results> {
  const results = new Map<number, RecordResult>();
  for (const id of ids) {
    results.set(id, (await skippedRecords(transaction, work, [id])).get(id) ?? (await processRecord(transaction, work, id)));
  }
  return results;
}

/** Those that are not meant any more: what was done since the plan was made, by this very run perhaps, may have changed that. */
async function skippedRecords(transaction: Transaction, { audience }: RunContext, ids: readonly number[]): Promise<Results> {
  const meant = await findMatchingIds(transaction, audience, ids);
  const left = ids.filter((id) => !meant.has(id));
  const processed = audience.excludeProcessed
    ? await findMatchingIds(transaction, { ...audience, excludeProcessed: undefined }, left)
    : new Set();
  return new Map(left.map((id) => [id, skipped(processed.has(id) ? 'processed meanwhile' : 'no longer matches')]));
}

const skipped = (reason: string): RecordResult => ({ outcome: 'skipped', reason, actions: [] });

/** The rows are the proof: they are written in the transaction of the actions. */
async function saveResults(transaction: Transaction, runID: number, results: Results): Promise<void> {
  const { em, now } = transaction;
  for (const [serialized, ids] of groupByResult(results)) {
    const { outcome, reason, actions, waitSeconds } = JSON.parse(serialized) as RecordResult;
    for (const { type, outcome: result } of actions) transaction.countAfterCommit(ACTIONS, { type, outcome: result }, ids.length);
    const [finishedAt, tryAt] =
      waitSeconds === undefined
        ? [sql`${sqlMoment(now)}`, sql`NULL`]
        : [sql`NULL`, sql`${sqlMoment(new Date(now.getTime() + waitSeconds * 1000))}`];
    const because = reason === undefined ? sql`NULL` : sql`${reason.slice(0, 1000)}`;
    await execute(
      em,
      sql`UPDATE automation_run_record SET outcome = ${outcome}, reason = ${because}, actions = ${JSON.stringify(actions)}, attempts = attempts + ${actions.length > 0 ? 1 : 0}, tryAt = ${tryAt}, finishedAt = ${finishedAt} WHERE runID = ${runID} AND recordID IN (${values(ids)})`,
    );
  }
}

/** The ids of the records of which the same became. */
function groupByResult(results: Results): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [id, result] of results) {
    const serialized = JSON.stringify(result);
    const ids = groups.get(serialized) ?? [];
    ids.push(id);
    groups.set(serialized, ids);
  }
  return groups;
}
