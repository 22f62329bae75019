import type { Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { sql, Sql } from '../../query';
import { AutomationStatus } from '../../terms/numbers';
import type { Automation } from '../automation.entity';
import { eventOf } from '../catalogue/events';
import { endRun, type End } from '../running/end-run';
import { lookAgain } from '../running/set-aside';

/**
 * What a change means for runs that wait or are under way: those of a deleted or paused automation end; so do those that
 * were planned over records of another type. All others go on with the definition as it now is.
 */
export async function settleRuns(unit: Unit, before: Automation, after: Automation): Promise<void> {
  if (before.id === undefined) return;
  const end = endOf(before, after);
  if (!end) return lookAgain(unit, after.id);
  // waits for the records that a worker has in hand
  const open = await rows(
    unit.em,
    sql`SELECT id FROM automation_run WHERE automationID = ${after.id} AND status IN ('queued', 'running') ORDER BY id${new Sql(FOR_UPDATE)}`,
  );
  for (const [id] of open) await endRun(unit, id as number, end);
}

function endOf(before: Automation, after: Automation): End | undefined {
  if (after.deleted) return { status: 'skipped', reason: 'deleted' };
  if (after.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return eventOf(before.eventID)?.recordType === eventOf(after.eventID)?.recordType
    ? undefined
    : { status: 'cancelled', reason: 'changed' };
}
