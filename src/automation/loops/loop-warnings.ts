import type { EntityManager } from 'typeorm';
import { AutomationStatus, Trigger } from '../../core/terms/numbers';
import { Automation } from '../automation.entity';
import type { ValidationError } from '../definition/parse-result';
import { checkAsActive } from '../definition/check-definition';
import type { CheckedDefinition, DefinitionContext } from '../definition/definition';
import { describeLoop, findLoops, type AutomationNode } from './loops';
import { effectsOf } from './effects';

/** A warning for every loop that an automation would form with active ones if it were active. */
export async function loopWarnings(em: EntityManager, automation: Automation, context: DefinitionContext): Promise<ValidationError[]> {
  const self = nodeOf(context, automation, checkAsActive(automation, context));
  if (!self) return [];
  const triggerable = await em.find(Automation, {
    where: { statusID: AutomationStatus.Active, triggerID: Trigger.Event, deleted: false },
    order: { id: 'ASC' },
  });
  const others = triggerable.flatMap((each) => nodeOf(context, each, checkAsActive(each, context)) ?? []);
  return findLoops(self, others).map((loop) => ({ pointer: '/actionsJSON', detail: describeLoop(loop) }));
}

/** undefined for automations that changes cannot trigger: those for a schedule, a date, or manual runs. */
function nodeOf(
  { types }: DefinitionContext,
  { id, name, triggerID }: Automation,
  { event, record, condition, actions }: CheckedDefinition,
): AutomationNode | undefined {
  if (triggerID !== Trigger.Event || event.kind === 'D') return undefined;
  const listensTo = { ...(event.kind === 'C' ? { event: event.id } : { changed: event.recordType }), record, condition };
  return { id, name, listensTo, effects: effectsOf(types, actions, record) };
}
