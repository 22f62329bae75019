import { where } from '../../core/fields/date-rule';
import { eventsFor } from '../../core/fields/record-event';
import { TimesheetStatus } from '../../core/terms/numbers';
import type { Timesheet } from './timesheet.entity';

const { Open, Submitted, Approved, Rejected } = TimesheetStatus;
const { reaches, dateReached } = eventsFor<Timesheet>();

export const timesheetEvents = {
  submitted: reaches(63, 'Timesheet submitted', 'statusID', Submitted),
  approved: reaches(64, 'Timesheet approved', 'statusID', Approved),
  rejected: reaches(65, 'Timesheet rejected', 'statusID', Rejected),
  overdue: dateReached(66, 'Timesheet overdue', { field: 'dueDate', way: 'after', only: where(['statusID', 'in', [Open, Rejected]]) }),
};
