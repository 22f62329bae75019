import type { RecordResponse } from '../core/records';
import type { AutomationDto } from './automation.dto';
import { statusName, triggerName } from './catalogue/catalogue';
import { eventOf } from './catalogue/events';

/** Adds the names of trigger, event, status and module to automations. */
export const withNames = (responses: readonly RecordResponse[]): RecordResponse[] =>
  responses.map((response) => {
    const { triggerID, eventID, statusID } = response as RecordResponse & Pick<AutomationDto, 'triggerID' | 'eventID' | 'statusID'>;
    const event = eventOf(eventID);
    return {
      ...response,
      triggerName: triggerName(triggerID) ?? null,
      eventName: event?.name ?? null,
      statusName: statusName(statusID) ?? null,
      moduleId: event?.moduleId ?? null,
      module: event?.module ?? null,
    };
  });
