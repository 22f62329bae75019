import type { View } from '../../core/database';
import { visibleIds } from '../../core/records';
import { findMatchingIds, type AudienceQuery } from '../audience';

/** Records that somebody has chosen for a run. */
export interface ChosenRecords {
  readonly ids: readonly number[];
  /** Takes those that the condition does not match or that were processed recently, too. */
  readonly ignoreConditions: boolean;
}

export const chosenText = (chosen: ChosenRecords | undefined): string | null => (chosen ? JSON.stringify(chosen) : null);

export const chosenOf = (text: string | null): ChosenRecords | undefined =>
  text === null ? undefined : (JSON.parse(text) as ChosenRecords);

/** Those of the chosen records that a run takes. */
export const amongChosen = (audience: AudienceQuery, chosen: ChosenRecords | undefined): AudienceQuery =>
  chosen === undefined
    ? audience
    : {
        ...audience,
        onlyIds: chosen.ids,
        ...(chosen.ignoreConditions ? { condition: { kind: 'everyone' }, excludeProcessed: undefined } : {}),
      };

/** Why each of the chosen records is not taken that is not. @returns clauses, by id */
export async function notTaken(
  view: View,
  audience: AudienceQuery,
  { ids }: ChosenRecords,
  taken: readonly number[],
): Promise<Map<number, string>> {
  const isTaken = new Set(taken);
  const others = ids.filter((id) => !isTaken.has(id));
  if (others.length === 0) return new Map();
  const visible = new Set(await visibleIds(view, audience.record, others));
  const matching = await findMatchingIds(view, { ...audience, excludeProcessed: undefined }, others);
  const eligible = await findMatchingIds(view, audience, others);
  return new Map(
    others.map((id) => {
      if (!visible.has(id)) return [id, 'not found'];
      if (!matching.has(id)) return [id, 'does not match the condition'];
      return [id, eligible.has(id) ? 'opted out, or beyond the maximum number of records' : 'processed recently'];
    }),
  );
}
