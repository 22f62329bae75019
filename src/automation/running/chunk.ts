import type { Unit } from '../../database';
import { execute, rows } from '../../database/rows';
import { FOR_UPDATE } from '../../database/dialect';
import { sql, Sql, sqlMoment } from '../../query';
import { lock, values } from '../../records';
import type { Action } from '../actions/action';
import { matchingOf } from '../audience';
import { automations } from '../automation.records';
import { actOn, type RecordResult } from './act';
import { actTogether } from './act-together';
import { canActTogether } from './perform-together';
import { endOrSetAside } from './set-aside';
import type { Work } from './work';

/** Records in one unit of work: long ones would keep requests waiting. */
const ONE_BY_ONE = 20;
const TOGETHER = 500;
/** What an action on many records takes, measured in tags. */
const costOf = ({ type }: Action): number => (type === 'webhook' ? 5 : 1);

/** Acts on the next records of the plan, and ends the run with the last of them. @returns whether there are more */
export async function chunk(unit: Unit, work: Work): Promise<boolean> {
  // where it matters whom the automation has processed, no other run of it does so in this moment
  if (work.audience.processed) await lock(unit.em, automations, work.automation.id);
  const most = canActTogether(work) ? mostTogether(work) : ONE_BY_ONE;
  const planned = await nextOf(unit, work.run.id, most);
  const results = await inTurn(unit, work, planned);
  await note(unit, work.run.id, results);
  const isLast = planned.length < most && results.size === planned.length;
  if (isLast) await endOrSetAside(unit, work.run.id);
  return !isLast;
}

const mostTogether = ({ definition }: Work): number =>
  Math.max(
    ONE_BY_ONE,
    Math.floor(
      TOGETHER /
        Math.max(
          1,
          definition.actions.reduce((sum, action) => sum + costOf(action), 0),
        ),
    ),
  );

/** Locks them: another worker waits, and finds them done once this one has committed. */
async function nextOf({ em, now }: Unit, runID: number, most: number): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT recordID FROM automation_run_record WHERE runID = ${runID} AND outcome = 'planned' AND (tryAt IS NULL OR tryAt <= ${sqlMoment(now)}) ORDER BY position LIMIT ${most}${new Sql(FOR_UPDATE)}`,
  );
  return found.map(([recordID]) => recordID as number);
}

type Results = ReadonlyMap<number, RecordResult>;

/**
 * Acts on them all at once where that is possible; where it fails, on the first half, so that a record that fails does so
 * by itself. @returns what became of them, or of the first ones
 */
async function inTurn(unit: Unit, work: Work, ids: readonly number[]): Promise<Results> {
  if (!canActTogether(work)) return oneByOne(unit, work, ids);
  return (
    (await together(unit, work, ids)) ??
    (ids.length > ONE_BY_ONE ? inTurn(unit, work, ids.slice(0, Math.ceil(ids.length / 2))) : oneByOne(unit, work, ids))
  );
}

async function together(unit: Unit, work: Work, ids: readonly number[]): Promise<Results | undefined> {
  const left = await leftOut(unit, work, ids);
  const results = await actTogether(
    unit,
    work,
    ids.filter((id) => !left.has(id)),
  );
  return results && new Map([...left, ...results]);
}

async function oneByOne(unit: Unit, work: Work, ids: readonly number[]): Promise<Results> {
  const results = new Map<number, RecordResult>();
  for (const id of ids) {
    results.set(id, (await leftOut(unit, work, [id])).get(id) ?? (await actOn(unit, work, id)));
  }
  return results;
}

/** Those that are not meant any more: what was done since the plan was made, by this very run perhaps, may have changed that. */
async function leftOut(unit: Unit, { audience }: Work, ids: readonly number[]): Promise<Results> {
  const meant = await matchingOf(unit, audience, ids);
  const left = ids.filter((id) => !meant.has(id));
  const processed = audience.processed ? await matchingOf(unit, { ...audience, processed: undefined }, left) : new Set();
  return new Map(left.map((id) => [id, skipped(processed.has(id) ? 'processed meanwhile' : 'no longer matches')]));
}

const skipped = (reason: string): RecordResult => ({ outcome: 'skipped', reason, actions: [] });

/** The rows are the proof: they are written in the transaction of the actions. */
async function note({ em, now }: Unit, runID: number, results: Results): Promise<void> {
  for (const [said, ids] of alike(results)) {
    const { outcome, reason, actions, waitSeconds } = JSON.parse(said) as RecordResult;
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
function alike(results: Results): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [id, result] of results) {
    const said = JSON.stringify(result);
    const ids = groups.get(said) ?? [];
    ids.push(id);
    groups.set(said, ids);
  }
  return groups;
}
