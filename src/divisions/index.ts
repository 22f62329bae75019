import type { RecordTypesSpec } from '../core/fields/record-types';
import { Division, PayrollIntegration, PayrollRegion } from './division.entity';
import { divisionRules } from './division.rules';

export * from './division.entity';
export { DivisionsModule } from './divisions.module';
export { divisions } from './divisions.records';
export { firstDayOfWeek } from './first-day-of-week';
export { noteTimesheetCollection } from './payroll/note-collection';
export { stateOf as payrollStateOf, type PayrollState } from './payroll/payroll-state';
export { divisionIn, divisionsWhere } from './scope';

export const divisionRecords: RecordTypesSpec = { types: [divisionRules], tables: [Division, PayrollIntegration, PayrollRegion] };
