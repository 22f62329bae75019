import type { SequencedChange } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import type { RecordTypes } from '../../core/fields/record-types';
import { select } from '../../core/query';
import { list, sql, Sql } from '../../core/sql';
import { values } from '../../core/records';
import { findMatchingIds, type AudienceQuery } from '../audience';
import type { Automation } from '../automation.entity';
import { ownerOf } from '../owner';
import type { CheckedDefinition } from '../definition/definition';
import { runAudience } from '../running/run-audience';
import { conditionInputs, divisionFields, type ConditionInputs } from './condition-inputs';
import { affectedByRelatedChanges } from './related-changes';
import { matchCandidates, type Listener, type Occurrence } from './occurrence';

const BATCH = 500;

/** What the matches of a rule depend on: its condition, whether its user sees the record, and whether its actions may reach the person. */
export const matchInputs = (types: RecordTypes, { automation, definition }: Listener): ConditionInputs =>
  conditionInputs(types, definition.record, definition.condition, [
    ...divisionFields(definition.record),
    ...(matchAudience({ automation, definition }).excludeOptedOut ? ['optOut'] : []),
  ]);

/** However often records have been processed. */
const matchAudience = ({ automation, definition }: Listener): AudienceQuery => ({
  ...runAudience(automation, definition, 'event'),
  excludeProcessed: undefined,
});

/**
 * The records that match because of the changes and did not match before, of those that the user of the automation sees. Changes by the
 * automation itself are stored but do not count, nor do matches caused by the passage of time.
 */
export async function findNewMatches(
  transaction: Transaction,
  listener: Listener,
  changes: readonly SequencedChange[],
): Promise<Occurrence[]> {
  const { automation } = listener;
  const related = await affectedByRelatedChanges(transaction, listener, changes);
  const candidates = matchCandidates(automation, matchInputs(transaction.types, listener), changes, related);
  const ids = [...candidates.keys()];
  const found: Occurrence[] = [];
  if (ids.length === 0) return found;
  const view = { ...transaction, caller: (await ownerOf(transaction.em, automation)).caller };
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const matching = await findMatchingIds(view, matchAudience(listener), batch);
    const stored = await storedMatches(transaction, automation, batch);
    const entering = batch.filter((id) => matching.has(id) && !stored.has(id));
    await updateMatches(
      transaction,
      automation,
      entering,
      batch.filter((id) => stored.has(id) && !matching.has(id)),
    );
    found.push(...entering.flatMap((id) => candidates.get(id) ?? []));
  }
  return found;
}

/** Stores the records that match already, so that only new ones trigger the automation. */
export async function storeMatches(transaction: Transaction, automation: Automation, definition: CheckedDefinition): Promise<void> {
  const { id } = automation;
  const { caller } = await ownerOf(transaction.em, automation);
  await deleteMatches(transaction, id);
  const { record, condition } = definition;
  const { from, where, params } = select(record, {
    types: transaction.types,
    scope: caller.scope,
    now: transaction.now,
    timeZone: definition.timeZone,
    where: condition,
  });
  await execute(
    transaction.em,
    sql`INSERT INTO automation_match (automationID, recordID) SELECT ${id}, r.id FROM ${new Sql(`${from} WHERE ${where}`, params)}`,
  );
}

export const deleteMatches = (transaction: Transaction, automationID: number): Promise<number> =>
  execute(transaction.em, sql`DELETE FROM automation_match WHERE automationID = ${automationID}`);

async function storedMatches({ em }: Transaction, { id }: Automation, ids: readonly number[]): Promise<Set<number>> {
  const found = await rows(em, sql`SELECT recordID FROM automation_match WHERE automationID = ${id} AND recordID IN (${values(ids)})`);
  return new Set(found.map(([recordID]) => recordID as number));
}

async function updateMatches(
  { em }: Transaction,
  { id }: Automation,
  entering: readonly number[],
  leaving: readonly number[],
): Promise<void> {
  if (entering.length > 0)
    await execute(
      em,
      sql`INSERT INTO automation_match (automationID, recordID) VALUES ${list(entering.map((recordID) => sql`(${id}, ${recordID})`))}`,
    );
  if (leaving.length > 0)
    await execute(em, sql`DELETE FROM automation_match WHERE automationID = ${id} AND recordID IN (${values(leaving)})`);
}
