import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import type { ProblemClass } from '../core/problems';
import { ruledBy, withoutRules } from '../core/records';
import { PlacementNotApproved } from './approved-placement';
import { PlacementCredit } from './credits/credit.entity';
import { NegativeMargin } from './guards/negative-margin';
import { OverlappingPlacement } from './guards/overlapping-placement';
import { PlacementNotCompliant } from './meets-checklist';
import { Placement } from './placement.entity';
import { placementRules } from './placement.rules';
import { RatesIncomplete } from './timesheets/amounts/set-amounts';
import { HasApprovedTimesheets } from './timesheets/follow-placement';
import { notesOfLines } from './timesheets/lines/personal-data';
import { TimesheetExists } from './timesheets/periods/set-period';
import { Timesheet, TimesheetLine } from './timesheets/timesheet.entity';
import { TimesheetRules } from './timesheets/timesheet.rules';
import { timesheetLines, timesheets } from './timesheets/timesheets.records';
import { runningPlacements } from './personal-data';

export { setPlacementFigures } from './placement.derived';
export { placementMirror } from './placement.mirror';
export { PlacementCredit } from './credits/credit.entity';
export { creditsIn, creditsOf } from './credits/credits';
export { applyJobTerms, givenIn } from './job-terms';
export { PlacementDto } from './placement.dto';
export { Placement } from './placement.entity';
export { PlacementsModule } from './placements.module';
export { placements } from './placements.records';
export { priceTimesheet, ratesOf } from './timesheets/amounts/price-timesheet';
export { dueDateOf } from './timesheets/due-date';
export { completeLine } from './timesheets/lines/check-line';
export { totalHours } from './timesheets/lines/line-hours';
export { periodKeyOf } from './timesheets/periods/claim-period';
export { openPeriod } from './timesheets/periods/placement-calendar';
export { TimesheetDto } from './timesheets/timesheet.dto';
export { Timesheet, TimesheetLine } from './timesheets/timesheet.entity';
export { timesheets } from './timesheets/timesheets.records';

/** Placements and timesheets follow the time zone in the settings. */
export const placementRecords = (settings: Settings): RecordTypesSpec => ({
  types: [placementRules(settings), ruledBy(timesheets, new TimesheetRules(settings).rules), withoutRules(timesheetLines)],
  tables: [Placement, PlacementCredit, Timesheet, TimesheetLine],
  personalData: [runningPlacements(settings), notesOfLines],
});

export const placementProblems: readonly ProblemClass[] = [
  HasApprovedTimesheets,
  NegativeMargin,
  OverlappingPlacement,
  PlacementNotApproved,
  PlacementNotCompliant,
  RatesIncomplete,
  TimesheetExists,
];
