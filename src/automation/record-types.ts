import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import { ruledBy } from '../core/records';
import { Automation, AutomationMatch, AutomationRun, AutomationRunRecord, DateGroup, DateGroupDay } from './automation.entity';
import { automations, dateGroups } from './automation.records';
import { DateGroupRules } from './date-groups/date-group.rules';
import { AutomationRules } from './saving/automation.rules';

/** Schedules follow the time zone in the settings, and webhooks their limits. */
export function automationRecords(settings: Settings): RecordTypesSpec {
  const automationRules = new AutomationRules(settings);
  return {
    types: [ruledBy(automations, automationRules.rules), ruledBy(dateGroups, new DateGroupRules(automationRules).rules)],
    tables: [Automation, AutomationMatch, AutomationRun, AutomationRunRecord, DateGroup, DateGroupDay],
  };
}
