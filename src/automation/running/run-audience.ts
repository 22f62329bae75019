import { definitionOf } from '../actions/all-actions';
import { SELF } from '../actions/targets';
import type { AudienceQuery } from '../audience';
import type { Automation } from '../automation.entity';
import { timeZoneOf, type CheckedDefinition } from '../definition/definition';

const EVERYONE = { kind: 'everyone' } as const;

/** The records a run selects. Without a condition: none, except for events, which select their own record. */
export function runAudience(automation: Automation, definition: CheckedDefinition, trigger: string): AudienceQuery {
  const { record, condition, order, actions } = definition;
  const days = automation.excludeRecordsProcessedInDays ?? 0;
  const byEvent = trigger === 'event';
  return {
    record,
    condition: condition ?? (byEvent ? EVERYONE : undefined),
    order,
    timeZone: timeZoneOf(definition),
    excludeProcessed: days > 0 ? { automationID: automation.id, days } : undefined,
    cap: automation.maxNumberOfRecordsToExecute,
    includeDeleted: byEvent && definition.event.ofDeletedRecords,
    excludeOptedOut:
      actions.some((action) => definitionOf(action).contacts !== null && (action.params.target ?? SELF) === SELF) &&
      record.findField('optOut') !== undefined,
  };
}
