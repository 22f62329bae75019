import type { Transaction } from '../../core/database';
import { execute, rows } from '../../core/database/rows';
import { sql, values } from '../../core/sql';
import { AutomationRun, type Automation } from '../automation.entity';
import { notifyResponsible } from '../notify-responsible';
import { endRun } from './end-run';

/** Whether so many records require approval. @param approveAbove the setting; 0: none ever do */
export const isLarge = (taken: number, approveAbove: number): boolean => approveAbove > 0 && taken > approveAbove;

/** Whether a planned run must not act on its next records: an approval holds for what the automation did then. */
export const needsApproval = ({ taken, approvedVersion }: AutomationRun, { version }: Automation, approveAbove: number): boolean =>
  isLarge(taken, approveAbove) && approvedVersion !== version;

const NOT_APPROVED = { approvedByID: null, approvedAt: null, approvedVersion: null } as const;

/** Sets a planned run aside until somebody approves it, and notifies who can. */
export async function awaitApproval(transaction: Transaction, run: AutomationRun, automation: Automation): Promise<void> {
  const { id, taken, approvedByID } = run;
  const reason = approvedByID === null ? `${taken} records require approval` : 'the automation has been changed since its approval';
  await transaction.em.update(
    AutomationRun,
    { id },
    { status: 'awaitingApproval', reason, ...NOT_APPROVED, leaseOwner: null, leaseUntil: null },
  );
  const message = `The run ${id} of the automation ${automation.name ?? automation.id} waits for approval: ${reason}.`;
  await notifyResponsible(transaction, automation, message);
}

/** Earlier scheduled runs that still wait would act on the same records again, if they were approved after this one. */
export async function endSuperseded(transaction: Transaction, { id, automationID, trigger }: AutomationRun): Promise<void> {
  if (trigger !== 'schedule') return;
  const earlier = await rows(
    transaction.em,
    sql`SELECT id FROM automation_run WHERE automationID = ${automationID} AND status = 'awaitingApproval' AND \`trigger\` = 'schedule' AND id < ${id} ORDER BY id`,
  );
  for (const [each] of earlier) await endRun(transaction, each as number, { status: 'skipped', reason: `superseded by run ${id}` });
}

/**
 * What automations write has been changed elsewhere, in a template: their runs wait again before they
 * act on further records, retried ones too.
 */
export async function withdrawApprovals({ em }: Transaction, automationIDs: readonly number[]): Promise<void> {
  if (automationIDs.length === 0) return;
  await execute(
    em,
    sql`UPDATE automation_run SET approvedVersion = NULL WHERE automationID IN (${values(automationIDs)}) AND approvedVersion IS NOT NULL`,
  );
}

/** Who has a part in a run already: who started it, or, if nobody did, its user and the author of what it does. */
export async function initiatorsOf({ em }: Transaction, run: AutomationRun, automation: Automation): Promise<ReadonlySet<number | null>> {
  if (run.trigger === 'manual') return new Set([run.requestedByID]);
  // nobody starts a scheduled run: it is requested by the service, which is user 1
  const requestedByID = run.trigger === 'schedule' ? null : run.requestedByID;
  const [[author] = []] = await rows(
    em,
    sql`SELECT createdByID FROM automation_version WHERE automationID = ${automation.id} ORDER BY version DESC LIMIT 1`,
  );
  return new Set([automation.userId, requestedByID, (author as number | undefined) ?? null]);
}
