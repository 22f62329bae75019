import type { Transaction } from '../../core/database';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import type { Automation } from '../automation.entity';
import { eventOf } from '../catalogue/events';
import type { CheckedDefinition } from '../definition/definition';
import { deleteMatches, storeMatches } from '../events/matches';

const isActive = ({ id, statusID, deleted }: Automation): boolean => id !== undefined && statusID === AutomationStatus.Active && !deleted;
const isListening = (automation: Automation): boolean =>
  isActive(automation) && automation.triggerID === Trigger.Event && eventOf(automation.eventID)?.kind === 'M';
const changed = (before: Automation, after: Automation, ...names: readonly (keyof Automation)[]): boolean =>
  names.some((name) => before[name] !== after[name]);

/** An automation is triggered only by events after its activation; a new trigger or event counts as a new activation. */
export function stampActivation(transaction: Transaction, before: Automation, after: Automation): void {
  const willBeActive = after.statusID === AutomationStatus.Active && !after.deleted;
  if (willBeActive && isActive(before) && !changed(before, after, 'triggerID', 'eventID')) return;
  Object.assign(after, { activatedDate: willBeActive ? transaction.now : null, datesCheckedUntil: null });
  if (willBeActive) after.pausedReason = null;
}

/** A "matches filters" automation is triggered by new matches, so those that match already have to be stored. */
export async function syncMatches(
  transaction: Transaction,
  before: Automation,
  after: Automation,
  definition: () => Promise<CheckedDefinition>,
): Promise<void> {
  if (!isListening(after)) return void (isListening(before) && (await deleteMatches(transaction, after.id)));
  if (!isListening(before) || changed(before, after, 'eventID', 'filtersJSON', 'userId'))
    await storeMatches(transaction, after, await definition());
}
