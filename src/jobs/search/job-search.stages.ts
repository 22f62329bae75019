import { rows } from '../../database/rows';
import type { View } from '../../database';
import { isAnyOf, isChosen, type Choice } from '../../search';
import { not, or, sql, type Sql } from '../../query';

/** The stages that decide the status of a job. */
export interface Stages {
  /** Those of the statuses asked for. */
  readonly chosen: readonly number[];
  /** Those of any status; undefined unless jobs without a status are asked for too. */
  readonly known?: readonly number[];
}

/** Read before the search, so that the search compares numbers: by a subquery the databases leave the index of the dates. */
export async function stagesOf({ em }: View, choice: Choice): Promise<Stages> {
  const found = await rows(
    em,
    sql`SELECT g.id, CASE WHEN ${isChosen(sql`s.id`, sql`s.folded`, choice)} THEN 1 ELSE 0 END AS isChosen
      FROM lookup g JOIN lookup s ON s.list = 'jobStatus' AND s.id = g.parentID WHERE g.list = 'jobStage'`,
  );
  const known = found.map(([id]) => id as number);
  return {
    chosen: found.flatMap(([id, isChosenOne]) => (Number(isChosenOne) === 1 ? [id as number] : [])),
    ...(choice.none ? { known } : {}),
  };
}

/** Is the stage one of those asked for? */
export const isOfStages = (stage: Sql, { chosen, known }: Stages): Sql =>
  or([...isAnyOf(stage, chosen), ...(known ? [sql`${stage} IS NULL`, not(or(isAnyOf(stage, known)))] : [])]);
