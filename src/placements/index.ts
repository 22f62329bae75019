import './placement.rules';
import './timesheets/timesheet.rules';

export { PLACEMENT_COURSE } from './placement.course';
export { dailyMargin, placementFigures } from './placement.derived';
export { PlacementDto } from './placement.dto';
export { Placement } from './placement.entity';
export { PlacementsModule } from './placements.module';
export { placements } from './placements.records';
export { TimesheetDto } from './timesheets/timesheet.dto';
export { Timesheet } from './timesheets/timesheet.entity';
export { TIMESHEET_COURSE } from './timesheets/timesheet.rules';
export { timesheets } from './timesheets/timesheets.records';
