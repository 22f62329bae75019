import type { Unit } from '../../database';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import type { Automation } from '../automation.entity';
import { eventOf } from '../catalogue/events';
import type { CheckedDefinition } from '../definition/definition';
import { forgetMatches, noteMatches } from '../events/matches';

const isActive = ({ id, statusID, deleted }: Automation): boolean => id !== undefined && statusID === AutomationStatus.Active && !deleted;
const isListening = (automation: Automation): boolean =>
  isActive(automation) && automation.triggerID === Trigger.Event && eventOf(automation.eventID)?.kind === 'M';
const changed = (before: Automation, after: Automation, ...names: readonly (keyof Automation)[]): boolean =>
  names.some((name) => before[name] !== after[name]);

/** An automation minds what happens from its activation on; another trigger or event is another activation. */
export function noteActivation(unit: Unit, before: Automation, after: Automation): void {
  const willBeActive = after.statusID === AutomationStatus.Active && !after.deleted;
  if (willBeActive && isActive(before) && !changed(before, after, 'triggerID', 'eventID')) return;
  Object.assign(after, { activatedDate: willBeActive ? unit.now : null, datesCheckedUntil: null });
  if (willBeActive) after.pausedReason = null;
}

/** A rule of the kind "matches filters" fires for those who come to match: it has to know who matches already. */
export async function noteMatching(
  unit: Unit,
  before: Automation,
  after: Automation,
  definition: () => Promise<CheckedDefinition>,
): Promise<void> {
  if (!isListening(after)) return void (isListening(before) && (await forgetMatches(unit, after.id)));
  if (!isListening(before) || changed(before, after, 'eventID', 'filtersJSON', 'userId'))
    await noteMatches(unit, after, await definition());
}
