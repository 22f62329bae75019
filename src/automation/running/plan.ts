import type { EntityManager } from 'typeorm';
import type { View } from '../../database';
import { audienceOf, type AudienceOf } from '../audience';
import { AutomationRun, AutomationRunRecord } from '../automation.entity';

const BATCH = 1000;

/** Writes down whom the run takes and in which order, so that it can be gone on with after any interruption. */
export async function planRun(view: View, run: AutomationRun, audience: AudienceOf): Promise<void> {
  const { matched, excluded, leftOut, taken } = await audienceOf(view, audience);
  const planned = taken.map((recordID, index) => ({ runID: run.id, recordID, automationID: run.automationID, position: index + 1, outcome: 'planned' }));
  await insertPlanned(view.em, planned);
  await view.em.update(AutomationRun, { id: run.id }, { matched, excluded, leftOut, taken: taken.length });
}

/** The rows of a plan. */
export async function insertPlanned(em: EntityManager, planned: readonly Partial<AutomationRunRecord>[]): Promise<void> {
  for (let from = 0; from < planned.length; from += BATCH)
    await em.createQueryBuilder().insert().into(AutomationRunRecord).values(planned.slice(from, from + BATCH)).updateEntity(false).execute();
}
