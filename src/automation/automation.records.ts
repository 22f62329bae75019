import { recordType } from '../core/fields/record-type';
import { AutomationDto } from './automation.dto';
import { Automation, AutomationTemplate, DateGroup } from './automation.entity';
import { AutomationTemplateDto } from './templates/template.dto';
import { templateKey } from './templates/template-key';

export const automations = recordType({
  name: 'Automation',
  table: 'automation',
  entity: Automation,
  shape: AutomationDto,
  display: 'name',
  softDeleted: true,
});
export const templates = recordType({
  name: 'AutomationTemplate',
  table: 'automation_template',
  entity: AutomationTemplate,
  shape: AutomationTemplateDto,
  display: 'name',
  softDeleted: true,
  foldedColumns: [
    {
      name: 'AutomationTemplate',
      table: 'automation_template',
      column: 'nameKey',
      id: ['id'],
      derivedFrom: ['name', 'deleted'],
      derive: ([name, deleted]) => templateKey({ name: name as string | null, deleted: deleted === 1 }),
    },
  ],
});
export const dateGroups = recordType({
  name: 'DateGroup',
  table: 'date_group',
  entity: DateGroup,
  shape: DateGroup,
  display: 'name',
  softDeleted: true,
  changedParts: ['dates'],
});
