import type { Transaction } from '../../core/database';
import { load, save } from '../../core/records';
import { AutomationStatus } from '../../core/terms/numbers';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';

/** Pauses an automation that is in a loop; its problems then include the reason. */
export async function pauseAutomation(transaction: Transaction, { id }: Automation, reason: string): Promise<void> {
  const before = await load<Automation>(transaction.em, automations, id);
  const after = Object.assign(new Automation(), before, {
    statusID: AutomationStatus.Paused,
    nextRunDateUtc: null,
    activatedDate: null,
    datesCheckedUntil: null,
    pausedReason: reason,
  });
  await save(transaction, automations, before, after);
}
