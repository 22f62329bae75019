import { Conflict } from '../../core/problems';
import type { MissingSettings } from './accounts';

/** A line would not say where it is booked. */
export class MissingPayrollSettings extends Conflict {
  override readonly type = '/problems/missing-payroll-settings';
  override readonly title = 'Payroll settings are missing';

  constructor(division: { readonly id: number; readonly name: string }, missing: readonly MissingSettings[]) {
    super(`The payroll integration of division ${division.name} lacks ${missing.map(written).join('; ')}. Set them first.`);
    Object.assign(this, { members: { missing: missing.map((each) => ({ divisionID: division.id, ...each })) } });
  }
}

const written = ({ region, workerKind, settings }: MissingSettings): string =>
  [settings.join(', '), `for the region ${region || 'that is not set'}`, workerKind && `and the worker kind ${workerKind}`]
    .filter(Boolean)
    .join(' ');

/** The division does not pay by this service. */
export class TimesheetCollectionOff extends Conflict {
  override readonly type = '/problems/timesheet-collection-off';
  override readonly title = 'Timesheets of the division are not collected';
}

/** A run without lines would be of no use. */
export class NothingToPay extends Conflict {
  override readonly type = '/problems/nothing-to-pay';
  override readonly title = 'Nothing to pay';
}
