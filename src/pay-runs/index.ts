import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { withoutRules } from '../core/records';
import { MissingPayrollSettings, NothingToPay, TimesheetCollectionOff } from './collect/problems';
import { PayRun, PayRunLine } from './pay-run.entity';
import { payRunRules } from './pay-run.rules';
import { payRunLines } from './pay-runs.records';

export { collect as collectPayRun } from './collect/collect';
export { PayRun } from './pay-run.entity';
export { payRunLines, payRuns } from './pay-runs.records';
export { PayRunsModule } from './pay-runs.module';

export const payRunRecords: RecordTypesSpec = { types: [payRunRules, withoutRules(payRunLines)], tables: [PayRun, PayRunLine] };

export const payRunProblems: readonly ProblemClass[] = [MissingPayrollSettings, NothingToPay, TimesheetCollectionOff];
