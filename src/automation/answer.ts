import type { View } from '../database';
import { answersOf } from '../records';
import type { AutomationDto } from './automation.dto';
import { automations } from './automation.records';
import { statusName, triggerName } from './catalogue/catalogue';
import { eventOf } from './catalogue/events';

/** Automations as they are answered, in the order of the ids, with the names of their numbers. */
export async function automationAnswers(view: View, ids: readonly number[]): Promise<AutomationDto[]> {
  const answers = (await answersOf(view, automations, ids)) as unknown[] as AutomationDto[];
  return answers.map((answer) => {
    const event = eventOf(answer.eventID);
    return {
      ...answer,
      triggerName: triggerName(answer.triggerID) ?? null,
      eventName: event?.name ?? null,
      statusName: statusName(answer.statusID) ?? null,
      moduleId: event?.moduleId ?? null,
      module: event?.module ?? null,
    };
  });
}
