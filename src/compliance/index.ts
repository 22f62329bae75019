import type { RecordTypesSpec } from '../core/fields/record-types';
import { withoutRules } from '../core/records';
import { Checklist, ChecklistItem } from './checklists/checklist.entity';
import { checklistRules } from './checklists/checklist.rules';
import { checklistItems } from './checklists/checklists.records';
import { ComplianceStatement } from './statements/statement.entity';
import { statementRules } from './statements/statement.rules';
import { ExpiryWarning } from './warnings/expiry-warning.entity';

export { Checklist, ChecklistItem } from './checklists/checklist.entity';
export { ComplianceModule } from './compliance.module';
export { ComplianceStatement } from './statements/statement.entity';
export { dayText } from './state/facts';
export { lackingItems, type LackingItem } from './state/lacking-items';

export const complianceRecords: RecordTypesSpec = {
  types: [checklistRules, withoutRules(checklistItems), statementRules],
  tables: [Checklist, ChecklistItem, ComplianceStatement, ExpiryWarning],
};
