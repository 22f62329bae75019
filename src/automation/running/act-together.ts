import type { Unit } from '../../database';
import { resultOf, unlessFailed, type ActionResult, type RecordResult } from './act';
import type { Acting } from './acting';
import { performTogether } from './perform-together';

/** Does the actions of a rule to many records, action by action. @returns undefined when something failed, of which nothing is left */
export async function actTogether(
  unit: Unit,
  acting: Acting,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecordResult> | undefined> {
  const results = new Map(ids.map((id): [number, ActionResult[]] => [id, []]));
  const failed = await unlessFailed(unit, 'all_records', async () => {
    for (const action of ids.length > 0 ? acting.definition.actions : []) {
      const changed = await performTogether(unit, acting, action, ids);
      for (const [id, actions] of results)
        actions.push({ id: action.id, type: action.type, outcome: changed.has(id) ? 'done' : 'unchanged' });
    }
  });
  return failed ? undefined : new Map([...results].map(([id, actions]) => [id, resultOf(actions)]));
}
