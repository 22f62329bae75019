import { Conflict } from '../../core/problems';
import type { MissingSettings } from './accounts';

/** A line would not say where it is booked. */
export class MissingPayrollSettings extends Conflict {
  override readonly type = '/problems/missing-payroll-settings';
  override readonly title = 'Payroll settings are missing';

  constructor(division: { readonly id: number; readonly name: string }, missing: readonly MissingSettings[]) {
    super(`The payroll integration of division ${division.name} lacks ${missing.map(written).join('; ')}. Set them first.`);
    Object.assign(this, { members: { missingSettings: missing.map((each) => ({ divisionID: division.id, ...each })) } });
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

/** A pay run without lines would be of no use. */
export class NothingToPay extends Conflict {
  override readonly type = '/problems/nothing-to-pay';
  override readonly title = 'Nothing to pay';
}

/** The same of a charge run. */
export class NothingToCharge extends Conflict {
  override readonly type = '/problems/nothing-to-charge';
  override readonly title = 'Nothing to charge';
}

/** Nobody can be charged with the work of a placement. */
export class PlacementWithoutClient extends Conflict {
  override readonly type = '/problems/placement-without-client';
  override readonly title = 'A placement has no client';
}
