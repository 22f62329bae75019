import { In } from 'typeorm';
import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { sql } from '../../query';
import { AutomationRun } from '../automation.entity';

/** How a run came to its end. */
export type End = Pick<AutomationRun, 'status'> & { readonly reason?: string };

/** Ends a run that has not ended yet, and counts what became of its records. */
export async function endRun({ em, now }: Unit, id: number, { status, reason }: End): Promise<void> {
  const found = await rows(em, sql`SELECT outcome, COUNT(*) FROM automation_run_record WHERE runID = ${id} GROUP BY outcome`);
  const counts = new Map(found.map(([outcome, count]) => [outcome, Number(count)]));
  const [processed, skipped, failed] = ['processed', 'skipped', 'failed'].map((outcome) => counts.get(outcome) ?? 0);
  await em.update(AutomationRun, { id, status: In(['queued', 'running']) }, { status, reason: reason?.slice(0, 1000) ?? null, finishedAt: now, processed, skipped, failed });
}
