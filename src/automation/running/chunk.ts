import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { FOR_UPDATE } from '../../database/dialect';
import { sql, Sql } from '../../query';
import { matchingOf } from '../audience';
import { AutomationRunRecord } from '../automation.entity';
import { actOn, type RecordResult } from './act';
import { endRun } from './end-run';
import type { Work } from './work';

/** Records in one unit of work: long ones would keep requests waiting. */
const CHUNK = 20;

/** Acts on the next records of the plan, and ends the run with the last of them. @returns whether there are more */
export async function chunk(unit: Unit, work: Work): Promise<boolean> {
  const planned = await nextOf(unit, work.run.id);
  for (const recordID of planned) await noted(unit, work, recordID, await inTurn(unit, work, recordID));
  const isLast = planned.length < CHUNK;
  if (isLast) await endRun(unit, work.run.id, { status: 'completed' });
  return !isLast;
}

/** Locks them: another worker waits, and finds them done once this one has committed. */
async function nextOf({ em }: Unit, runID: number): Promise<number[]> {
  const found = await rows(em, sql`SELECT recordID FROM automation_run_record WHERE runID = ${runID} AND outcome = 'planned' ORDER BY position LIMIT ${CHUNK}${new Sql(FOR_UPDATE)}`);
  return found.map(([recordID]) => recordID as number);
}

/** What was done since the plan was made, by this very run perhaps, may have changed whether the record is meant. */
async function inTurn(unit: Unit, { audience, definition }: Work, recordID: number): Promise<RecordResult> {
  const matching = await matchingOf(unit, audience, [recordID]);
  return matching.has(recordID) ? actOn(unit, definition, recordID) : { outcome: 'skipped', reason: 'no longer matches', actions: [] };
}

/** The row is the proof: it is written in the transaction of the actions. */
async function noted({ em, now }: Unit, { run }: Work, recordID: number, { outcome, reason, actions }: RecordResult): Promise<void> {
  await em.update(AutomationRunRecord, { runID: run.id, recordID }, { outcome, reason: reason === undefined ? null : reason.slice(0, 1000), actions: JSON.stringify(actions), finishedAt: now });
}
