import { rows } from '../../core/database/rows';
import type { View } from '../../core/database';
import { isAnyOf, isChosen, type Choice } from '../../core/search';
import { entriesBelow } from '../../core/lookups';
import { not, or, sql, type Sql } from '../../core/sql';

/** The stages that decide the status of a job. */
export interface StatusStages {
  /** The stages of the requested statuses. */
  readonly chosen: readonly number[];
  /** The stages of any status; undefined unless jobs without a status are requested too. */
  readonly known?: readonly number[];
}

/** Read before the search, so that it compares numbers: with a subquery the databases do not use the date index. */
export async function stagesOf({ em }: View, choice: Choice): Promise<StatusStages> {
  const found = await rows(
    em,
    entriesBelow('jobStage', 'jobStatus', (id, name) => isChosen(id, name, choice)),
  );
  const known = found.map(([id]) => id as number);
  return {
    chosen: found.flatMap(([id, chosenFlag]) => (Number(chosenFlag) === 1 ? [id as number] : [])),
    ...(choice.none ? { known } : {}),
  };
}

/** Whether the stage is one of those requested. */
export const hasStage = (stage: Sql, { chosen, known }: StatusStages): Sql =>
  or([...isAnyOf(stage, chosen), ...(known ? [sql`${stage} IS NULL`, not(or(isAnyOf(stage, known)))] : [])]);
