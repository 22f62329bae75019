import type { Settings } from '../core/config';
import type { RecordTypesSpec } from '../core/fields/record-types';
import { PlacementCredit } from './credits/credit.entity';
import { Placement } from './placement.entity';
import { placementRules } from './placement.rules';
import { Timesheet } from './timesheets/timesheet.entity';
import { timesheetRules } from './timesheets/timesheet.rules';
import { runningPlacements } from './personal-data';

export { PLACEMENT_TRANSITIONS } from './placement.transitions';
export { setPlacementFigures } from './placement.derived';
export { placementMirror } from './placement.mirror';
export { PlacementCredit } from './credits/credit.entity';
export { creditsIn } from './credits/credits';
export { applyJobTerms, givenIn } from './job-terms';
export { PlacementDto } from './placement.dto';
export { Placement } from './placement.entity';
export { PlacementsModule } from './placements.module';
export { placements } from './placements.records';
export { TimesheetDto } from './timesheets/timesheet.dto';
export { Timesheet } from './timesheets/timesheet.entity';
export { TIMESHEET_TRANSITIONS } from './timesheets/timesheet.rules';
export { timesheets } from './timesheets/timesheets.records';

export const placementRecords = (settings: Settings): RecordTypesSpec => ({
  types: [placementRules(settings), timesheetRules],
  tables: [Placement, PlacementCredit, Timesheet],
  personalData: [runningPlacements],
});
