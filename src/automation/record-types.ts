import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import { ruledBy } from '../core/records';
import {
  Automation,
  AutomationMatch,
  AutomationRun,
  AutomationRunRecord,
  AutomationTemplate,
  DateGroup,
  DateGroupDay,
} from './automation.entity';
import { automations, dateGroups, templates } from './automation.records';
import { runsAboutPersons } from './personal-data';
import { DateGroupRules } from './date-groups/date-group.rules';
import { TemplateRules } from './templates/template.rules';
import { AutomationVersion } from './versions/version.entity';
import { AutomationRules } from './saving/automation.rules';

/** Schedules follow the time zone in the settings, and webhooks their limits. */
export function automationRecords(settings: Settings): RecordTypesSpec {
  const automationRules = new AutomationRules(settings);
  return {
    types: [
      ruledBy(automations, automationRules.rules),
      ruledBy(dateGroups, new DateGroupRules(automationRules).rules),
      ruledBy(templates, new TemplateRules(automationRules).rules),
    ],
    tables: [
      Automation,
      AutomationMatch,
      AutomationRun,
      AutomationRunRecord,
      AutomationTemplate,
      AutomationVersion,
      DateGroup,
      DateGroupDay,
    ],
    personalData: [runsAboutPersons],
  };
}
