import type { Unit } from '../../database';
import { load, save } from '../../records';
import { AutomationStatus } from '../../terms/numbers';
import { Automation } from '../automation.entity';
import { automations } from '../automation.records';

/** Pauses an automation that does harm; whoever looks after it finds the reason among its problems. */
export async function pauseFor(unit: Unit, { id }: Automation, reason: string): Promise<void> {
  const before = await load<Automation>(unit.em, automations, id);
  const after = Object.assign(new Automation(), before, {
    statusID: AutomationStatus.Paused,
    nextRunDateUtc: null,
    activatedDate: null,
    datesCheckedUntil: null,
    pausedReason: reason,
  });
  await save(unit, automations, before, after);
}
