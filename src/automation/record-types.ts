import type { Settings } from '../core/config';
import type { RuledType } from '../core/fields/record-types';
import { ruledBy } from '../core/records';
import { automations, dateGroups } from './automation.records';
import { DateGroupRules } from './date-groups/date-group.rules';
import { AutomationRules } from './saving/automation.rules';

/** Schedules follow the time zone in the settings, and webhooks their limits. */
export function automationTypes(settings: Settings): readonly RuledType[] {
  const automationRules = new AutomationRules(settings);
  return [ruledBy(automations, automationRules.rules), ruledBy(dateGroups, new DateGroupRules(automationRules).rules)];
}
