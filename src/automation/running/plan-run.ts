import type { EntityManager } from 'typeorm';
import type { View } from '../../core/database';
import { execute } from '../../core/database/rows';
import { sql, tuples } from '../../core/sql';
import { findAudience, type AudienceQuery } from '../audience';
import { AutomationRun, AutomationRunRecord } from '../automation.entity';
import { chosenOf, notTaken } from './chosen-records';

const BATCH = 1000;

/** Stores which records the run takes and in which order, so that it can resume after an interruption. */
export async function planRun(view: View, run: AutomationRun, audience: AudienceQuery): Promise<void> {
  const { matched, excluded, leftOut, taken } = await findAudience(view, audience);
  const planned = taken.map((recordID, index) => ({ runID: run.id, recordID, automationID: run.automationID, position: index + 1 }));
  await insertPlanned(view.em, planned);
  const chosen = chosenOf(run.chosen);
  if (chosen) await recordNotTaken(view, run, await notTaken(view, audience, chosen, taken), taken.length);
  await view.em.update(AutomationRun, { id: run.id }, { matched, excluded, leftOut, taken: taken.length });
}

/** Chosen records that are not taken have a result, too. */
async function recordNotTaken(
  { em, now }: View,
  { id: runID, automationID }: AutomationRun,
  reasons: ReadonlyMap<number, string>,
  before: number,
): Promise<void> {
  const skipped = [...reasons].map(([recordID, reason], index) => ({
    ...{ runID, recordID, automationID, position: before + index + 1 },
    ...{ outcome: 'skipped', reason, finishedAt: now },
  }));
  for (let from = 0; from < skipped.length; from += BATCH) await em.insert(AutomationRunRecord, skipped.slice(from, from + BATCH));
}

/** A record that is to be acted on; `sequence` is the change that set it off. */
export type PlannedRecord = Pick<AutomationRunRecord, 'runID' | 'recordID' | 'automationID' | 'position'> & {
  readonly sequence?: number | null;
};

/** The rows of a plan. */
export async function insertPlanned(em: EntityManager, planned: readonly PlannedRecord[]): Promise<void> {
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
