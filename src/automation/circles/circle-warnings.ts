import type { EntityManager } from 'typeorm';
import { AutomationStatus, Trigger } from '../../terms/numbers';
import { Automation } from '../automation.entity';
import type { Complaint } from '../definition/complaint';
import { problemsOf } from '../definition/check-definition';
import type { CheckedDefinition, Circumstances } from '../definition/definition';
import { circleInWords, circlesOf, type Link } from './circles';
import { effectsOf } from './effects';

/** A warning for every circle in which an automation would be, were it active, with those that are. */
export async function circleWarnings(em: EntityManager, automation: Automation, circumstances: Circumstances): Promise<Complaint[]> {
  const self = linkOf(automation, problemsOf(automation, circumstances));
  if (!self) return [];
  const listening = await em.find(Automation, {
    where: { statusID: AutomationStatus.Active, triggerID: Trigger.Event, deleted: false },
    order: { id: 'ASC' },
  });
  const others = listening.flatMap((each) => linkOf(each, problemsOf(each, circumstances)) ?? []);
  return circlesOf(self, others).map((circle) => ({ pointer: '/actionsJSON', detail: circleInWords(circle) }));
}

/** Only what waits for changes can be set off by one: not what runs by the clock, for a date or by hand. */
function linkOf({ id, name, triggerID }: Automation, { event, record, actions }: CheckedDefinition): Link | undefined {
  if (triggerID !== Trigger.Event || event.kind === 'D') return undefined;
  const hears = event.kind === 'C' ? { event: event.id } : { changed: event.recordType };
  return { id, name, hears, effects: effectsOf(actions, record) };
}
