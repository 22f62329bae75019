import type { EntityManager } from 'typeorm';
import type { View } from '../../database';
import { audienceOf, type AudienceOf } from '../audience';
import { AutomationRun, AutomationRunRecord, type Automation } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';

/** Whom a run of the automation takes. */
export function audienceOfRun(automation: Automation, { record, condition, order, schedule, offset }: CheckedDefinition, timeZone: string): AudienceOf {
  const days = automation.excludeRecordsProcessedInDays ?? 0;
  return {
    record,
    condition,
    order,
    timeZone: schedule?.timeZone ?? offset?.timeZone ?? timeZone,
    processed: days > 0 ? { automationID: automation.id, days } : undefined,
    cap: automation.maxNumberOfRecordsToExecute,
  };
}

const BATCH = 1000;

/** Writes down whom the run takes and in which order, so that it can be gone on with after any interruption. */
export async function planRun(view: View, run: AutomationRun, audience: AudienceOf): Promise<void> {
  const { matched, excluded, leftOut, taken } = await audienceOf(view, audience);
  const planned = taken.map((recordID, index) => ({ runID: run.id, recordID, automationID: run.automationID, position: index + 1, outcome: 'planned' }));
  for (let from = 0; from < planned.length; from += BATCH) await insertPlanned(view.em, planned.slice(from, from + BATCH));
  await view.em.update(AutomationRun, { id: run.id }, { matched, excluded, leftOut, taken: taken.length });
}

const insertPlanned = (em: EntityManager, planned: Partial<AutomationRunRecord>[]) =>
  em.createQueryBuilder().insert().into(AutomationRunRecord).values(planned).updateEntity(false).execute();
