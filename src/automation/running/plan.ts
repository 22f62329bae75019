import type { EntityManager } from 'typeorm';
import type { View } from '../../database';
import { execute } from '../../database/rows';
import { sql, tuples } from '../../query';
import { audienceOf, type AudienceOf } from '../audience';
import { AutomationRun, type AutomationRunRecord } from '../automation.entity';

const BATCH = 1000;

/** Writes down whom the run takes and in which order, so that it can be gone on with after any interruption. */
export async function planRun(view: View, run: AutomationRun, audience: AudienceOf): Promise<void> {
  const { matched, excluded, leftOut, taken } = await audienceOf(view, audience);
  const planned = taken.map((recordID, index) => ({ runID: run.id, recordID, automationID: run.automationID, position: index + 1 }));
  await insertPlanned(view.em, planned);
  await view.em.update(AutomationRun, { id: run.id }, { matched, excluded, leftOut, taken: taken.length });
}

/** A record that is to be acted on; `sequence` is the change that set it off. */
export type Planned = Pick<AutomationRunRecord, 'runID' | 'recordID' | 'automationID' | 'position'> & { readonly sequence?: number | null };

/** The rows of a plan. */
export async function insertPlanned(em: EntityManager, planned: readonly Planned[]): Promise<void> {
  for (let from = 0; from < planned.length; from += BATCH) {
    const rows = planned
      .slice(from, from + BATCH)
      .map(({ runID, recordID, automationID, position, sequence = null }) => [
        runID,
        recordID,
        automationID,
        sequence,
        position,
        'planned',
      ]);
    await execute(
      em,
      sql`INSERT INTO automation_run_record (runID, recordID, automationID, sequence, position, outcome) VALUES ${tuples(rows)}`,
    );
  }
}
