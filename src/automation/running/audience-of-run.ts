import { Event } from '../../terms/events';
import type { AudienceOf } from '../audience';
import type { Automation } from '../automation.entity';
import { zoneOf, type CheckedDefinition } from '../definition/definition';

const EVERYONE = { kind: 'everyone' } as const;

/** Whom a run of the automation takes. Without a condition: nobody, but of an event its record. */
export function audienceOfRun(automation: Automation, definition: CheckedDefinition, trigger: string): AudienceOf {
  const { record, condition, order, actions } = definition;
  const days = automation.excludeRecordsProcessedInDays ?? 0;
  const byEvent = trigger === 'event';
  return {
    record,
    condition: condition ?? (byEvent ? EVERYONE : undefined),
    order,
    timeZone: zoneOf(definition),
    processed: days > 0 ? { automationID: automation.id, days } : undefined,
    cap: automation.maxNumberOfRecordsToExecute,
    deletedToo: byEvent && automation.eventID === Event.CandidateDeleted,
    reachableOnly:
      actions.some(({ type, params }) => MESSAGES.includes(type) && (params.target ?? 'self') === 'self') &&
      record.findField('optOut') !== undefined,
  };
}

/** What reaches a person, who may not want it. */
const MESSAGES: readonly string[] = ['sendEmail', 'sendSms'];
