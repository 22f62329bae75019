import type { Answer } from '../records';
import type { AutomationDto } from './automation.dto';
import { statusName, triggerName } from './catalogue/catalogue';
import { eventOf } from './catalogue/events';

/** Automations as they are answered: with the names of their numbers. */
export const withNames = (answers: readonly Answer[]): Answer[] =>
  answers.map((answer) => {
    const { triggerID, eventID, statusID } = answer as Answer & Pick<AutomationDto, 'triggerID' | 'eventID' | 'statusID'>;
    const event = eventOf(eventID);
    return {
      ...answer,
      triggerName: triggerName(triggerID) ?? null,
      eventName: event?.name ?? null,
      statusName: statusName(statusID) ?? null,
      moduleId: event?.moduleId ?? null,
      module: event?.module ?? null,
    };
  });
