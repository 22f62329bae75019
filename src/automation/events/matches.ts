import type { SequencedChange } from '../../changes';
import type { Unit } from '../../database';
import { execute, rows } from '../../database/rows';
import { list, select, sql, Sql } from '../../query';
import { values } from '../../records';
import { matchingOf } from '../audience';
import type { Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import { audienceOfRun } from '../running/audience-of-run';
import { besideChanged } from './beside';
import { touched, type Listener, type Occurrence } from './occurrence';

const BATCH = 500;

/**
 * The records that the changes made match which did not match before. What the automation changed itself is noted and
 * does not count; nor does what passing time has brought about.
 */
export async function entered(unit: Unit, listener: Listener, changes: readonly SequencedChange[]): Promise<Occurrence[]> {
  const { automation, definition } = listener;
  const candidates = touched(listener, changes, await besideChanged(unit, listener, changes));
  const ids = [...candidates.keys()];
  const found: Occurrence[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const part = ids.slice(from, from + BATCH);
    const matching = await matchingOf(unit, { ...audienceOfRun(automation, definition, 'event'), processed: undefined }, part);
    const known = await knownOf(unit, automation, part);
    const coming = part.filter((id) => matching.has(id) && !known.has(id));
    await note(
      unit,
      automation,
      coming,
      part.filter((id) => known.has(id) && !matching.has(id)),
    );
    found.push(...coming.flatMap((id) => candidates.get(id) ?? []));
  }
  return found;
}

/** Notes who matches already, so that only those who come to match set the automation off. */
export async function noteMatches(unit: Unit, { id }: Automation, definition: CheckedDefinition): Promise<void> {
  await forgetMatches(unit, id);
  const { record, condition } = definition;
  const { from, where, params } = select(record, {
    scope: unit.caller.scope,
    now: unit.now,
    timeZone: definition.timeZone,
    where: condition,
  });
  await execute(
    unit.em,
    sql`INSERT INTO automation_match (automationID, recordID) SELECT ${id}, r.id FROM ${new Sql(`${from} WHERE ${where}`, params)}`,
  );
}

export const forgetMatches = (unit: Unit, automationID: number): Promise<number> =>
  execute(unit.em, sql`DELETE FROM automation_match WHERE automationID = ${automationID}`);

async function knownOf({ em }: Unit, { id }: Automation, ids: readonly number[]): Promise<Set<number>> {
  const found = await rows(em, sql`SELECT recordID FROM automation_match WHERE automationID = ${id} AND recordID IN (${values(ids)})`);
  return new Set(found.map(([recordID]) => recordID as number));
}

async function note({ em }: Unit, { id }: Automation, coming: readonly number[], leaving: readonly number[]): Promise<void> {
  if (coming.length > 0)
    await execute(
      em,
      sql`INSERT INTO automation_match (automationID, recordID) VALUES ${list(coming.map((recordID) => sql`(${id}, ${recordID})`))}`,
    );
  if (leaving.length > 0)
    await execute(em, sql`DELETE FROM automation_match WHERE automationID = ${id} AND recordID IN (${values(leaving)})`);
}
