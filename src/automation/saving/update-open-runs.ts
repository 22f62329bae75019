import type { Transaction } from '../../core/database';
import { FOR_UPDATE } from '../../core/sql/dialect';
import { rows } from '../../core/database/rows';
import { Conflict } from '../../core/problems';
import { displayName, pluralOf } from '../../core/records';
import { sql, Sql, values } from '../../core/sql';
import { AutomationStatus } from '../../core/terms/numbers';
import type { Automation } from '../automation.entity';
import { eventOf } from '../catalogue/events';
import { endRun, OPEN_STATUSES, type RunEnd } from '../running/end-run';
import { resumeSuspended } from '../running/suspend-run';

/**
 * Applies a change to queued and running runs: those of a deleted or paused automation end, and so do those that would take records of
 * another type. All others continue with the new definition.
 * @throws Conflict for another type of record when runs have records of the present one
 */
export async function updateOpenRuns(transaction: Transaction, before: Automation, after: Automation): Promise<void> {
  if (before.id === undefined) return;
  const isMoved = recordTypeOf(before) !== recordTypeOf(after);
  const end = endOf(after) ?? (isMoved ? ({ status: 'cancelled', reason: 'changed' } as const) : undefined);
  if (!end) return resumeSuspended(transaction, after.id);
  // waits for the records that a worker is processing
  const open = await rows(
    transaction.em,
    sql`SELECT id FROM automation_run WHERE automationID = ${after.id} AND status IN (${values(OPEN_STATUSES)}) ORDER BY id${new Sql(FOR_UPDATE)}`,
  );
  if (isMoved) await refuseIfRun(transaction, before, after);
  for (const [id] of open) await endRun(transaction, id as number, end);
}

const recordTypeOf = ({ eventID }: Automation): string | undefined => eventOf(eventID)?.recordType;

/** The records of runs have ids only: after a change of the type, those of other records would be taken for theirs. */
async function refuseIfRun({ em, types }: Transaction, before: Automation, after: Automation): Promise<void> {
  if ((await rows(em, sql`SELECT 1 FROM automation_run_record WHERE automationID = ${after.id} LIMIT 1`)).length === 0) return;
  const [has, would] = [before, after].map((each) => pluralOf(displayName(types.named(recordTypeOf(each) ?? ''))));
  throw new Conflict(
    `eventID must be an event of ${has}, since the automation ${after.id} has run on them: create a new one for ${would}.`,
  );
}

function endOf(after: Automation): RunEnd | undefined {
  if (after.deleted) return { status: 'skipped', reason: 'deleted' };
  if (after.statusID === AutomationStatus.Paused) return { status: 'skipped', reason: 'paused' };
  return undefined;
}
