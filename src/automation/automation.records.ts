import { recordType } from '../core/fields/record-type';
import { AutomationDto } from './automation.dto';
import { Automation, DateGroup } from './automation.entity';

export const automations = recordType({
  name: 'Automation',
  table: 'automation',
  entity: Automation,
  shape: AutomationDto,
  display: 'name',
  softDeleted: true,
});
export const dateGroups = recordType({
  name: 'DateGroup',
  table: 'date_group',
  entity: DateGroup,
  shape: DateGroup,
  display: 'name',
  softDeleted: true,
});
