import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { withoutRules } from '../core/records';
import { ChargeRun, ChargeRunLine } from './charge/charge-run.entity';
import { CHARGE_RUNS } from './charge/charge-run.kind';
import {
  MissingPayrollSettings,
  MixedCurrencies,
  NothingToCharge,
  NothingToPay,
  PlacementWithoutClient,
  TimesheetCollectionOff,
} from './collect/problems';
import { PayRun, PayRunLine } from './pay/pay-run.entity';
import { PAY_RUNS } from './pay/pay-run.kind';
import { runRules } from './run.rules';

export { CHARGE_RUNS } from './charge/charge-run.kind';
export { collect as collectRun } from './collect/collect';
export { PAY_RUNS } from './pay/pay-run.kind';
export { PayRunsModule } from './pay-runs.module';
export type { Run } from './run.entity';
export type { RunKind } from './run-kind';

export const payRunRecords: RecordTypesSpec = {
  types: [PAY_RUNS, CHARGE_RUNS].flatMap((kind) => [runRules(kind), withoutRules(kind.lines)]),
  tables: [PayRun, PayRunLine, ChargeRun, ChargeRunLine],
};

export const payRunProblems: readonly ProblemClass[] = [
  MissingPayrollSettings,
  MixedCurrencies,
  NothingToCharge,
  NothingToPay,
  PlacementWithoutClient,
  TimesheetCollectionOff,
];
