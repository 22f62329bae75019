import { recordType } from '../../core/fields/record-type';
import { Checklist, ChecklistItem } from './checklist.entity';

export const checklists = recordType({
  name: 'Checklist',
  table: 'checklist',
  entity: Checklist,
  shape: Checklist,
  display: 'name',
  softDeleted: true,
  namesKept: true,
  changedParts: ['items'],
});

export const checklistItems = recordType({
  name: 'ChecklistItem',
  table: 'checklist_item',
  entity: ChecklistItem,
  shape: ChecklistItem,
  display: 'name',
  softDeleted: true,
});
