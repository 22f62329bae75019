import { personsIn } from '../../core/fields/persons';
import { recordType } from '../../core/fields/record-type';
import { TimesheetStatus } from '../../core/terms/numbers';
import { TimesheetFields, TimesheetLineDto } from './timesheet.dto';
import { Timesheet, TimesheetLine } from './timesheet.entity';
import { timesheetEvents } from './timesheet.events';

export const timesheets = recordType({
  name: 'Timesheet',
  table: 'timesheet',
  entity: Timesheet,
  shape: TimesheetFields,
  moduleId: 9,
  display: 'comments',
  softDeleted: true,
  persons: personsIn('timesheet', { Candidate: 'candidateID' }),
  events: timesheetEvents,
  divisions: 'SELECT dp.division FROM placement dp WHERE dp.id = r.placementID AND dp.division IS NOT NULL',
  predicates: {
    // what is paid and charged
    approved: `x.deleted = 0 AND x.statusID IN (${TimesheetStatus.Approved}, ${TimesheetStatus.Paid})`,
    payable: `x.deleted = 0 AND x.statusID = ${TimesheetStatus.Approved}`,
    // what was paid before amounts were fixed was charged elsewhere
    chargeable: `x.deleted = 0 AND (x.statusID = ${TimesheetStatus.Approved} OR (x.statusID = ${TimesheetStatus.Paid} AND x.totalCharge IS NOT NULL))`,
  },
  relations: { lines: { to: 'TimesheetLine', on: 'x.timesheetID = r.id' } },
  changedParts: ['lines'],
});

export const timesheetLines = recordType({
  name: 'TimesheetLine',
  table: 'timesheet_line',
  entity: TimesheetLine,
  shape: TimesheetLineDto,
  display: 'notes',
});
