import { personsIn } from '../../core/fields/persons';
import { recordType } from '../../core/fields/record-type';
import { TimesheetDto } from './timesheet.dto';
import { Timesheet } from './timesheet.entity';
import { timesheetEvents } from './timesheet.events';

export const timesheets = recordType({
  name: 'Timesheet',
  table: 'timesheet',
  entity: Timesheet,
  shape: TimesheetDto,
  moduleId: 9,
  display: 'comments',
  softDeleted: true,
  persons: personsIn('timesheet', { Candidate: 'candidateID' }),
  events: timesheetEvents,
  divisions: 'SELECT dp.division FROM placement dp WHERE dp.id = r.placementID AND dp.division IS NOT NULL',
});
