import { isDay, rulesOfFilter } from '../../core/query';
import { spanOfDay } from '../../core/time/day';
import { checkAsActive } from './check-definition';
import { timeZoneOf, type AutomationDefinition, type DefinitionContext } from './definition';

/** A bare date in the condition of an automation that is another day in its time zone than in UTC. */
export interface ZonedDay {
  readonly field: string;
  readonly day: string;
  readonly timeZone: string;
}

/** The bare dates that a condition compares with instants. */
export function zonedDaysOf(definition: AutomationDefinition, context: DefinitionContext): readonly ZonedDay[] {
  const checked = checkAsActive(definition, context);
  const timeZone = timeZoneOf(checked);
  const rules = checked.condition ? rulesOfFilter(checked.condition) : [];
  return rules
    .flatMap(({ field, operands }) => operands.filter(isDay).map(({ day }) => ({ field: field.name, day, timeZone })))
    .filter(({ day }) => spanOfDay(day, timeZone).from.getTime() !== spanOfDay(day, 'UTC').from.getTime());
}
