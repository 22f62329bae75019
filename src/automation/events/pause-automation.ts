import type { Transaction } from '../../core/database';
import { load, save } from '../../core/records';
import { AutomationStatus } from '../../core/terms/numbers';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';
import { notifyResponsible } from '../notify-responsible';

/** Pauses an automation; its problems then include the reason, and its user and the administrators are notified. @param reason a clause */
export async function pauseAutomation(transaction: Transaction, { id }: Pick<Automation, 'id'>, reason: string): Promise<void> {
  const before = await load<Automation>(transaction.em, automations, id);
  if (before.statusID === AutomationStatus.Paused) return;
  const after = Object.assign(new Automation(), before, {
    statusID: AutomationStatus.Paused,
    nextRunDateUtc: null,
    activatedDate: null,
    datesCheckedUntil: null,
    pausedReason: reason,
  });
  await save(transaction, automations, before, after);
  await notifyResponsible(transaction, before, `The automation ${before.name ?? id} has been paused: ${reason}.`);
}
