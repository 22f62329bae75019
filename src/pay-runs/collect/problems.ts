import { Conflict, type ProblemKind } from '../../core/problems';
import type { MissingSettings } from './accounts';

/** A line would not say where it is booked. */
export class MissingPayrollSettings extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/missing-payroll-settings',
    status: 409,
    title: 'Payroll settings are missing',
    meaning:
      'A line of the run would not say where it is booked: the payroll integration of the division lacks the settings in missingSettings.',
    remedy: 'Set them with PUT /api/divisions/{id}/payroll-integration, then make the run again.',
  };

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
  static override readonly kind: ProblemKind = {
    type: '/problems/timesheet-collection-off',
    status: 409,
    title: 'Timesheets of the division are not collected',
    meaning: 'The payroll integration of the division has collectTimesheetData false, so there are no pay runs of it.',
    remedy: 'Set collectTimesheetData to true if the division is to be paid by this service.',
  };
}

/** A pay run without lines would be of no use. */
export class NothingToPay extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/nothing-to-pay',
    status: 409,
    title: 'Nothing to pay',
    meaning: 'No approved timesheets or fees of the division are left that would belong to the pay run.',
    remedy: 'Approve timesheets first, or choose another division, pay frequency or periodEnd.',
  };
}

/** The same of a charge run. */
export class NothingToCharge extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/nothing-to-charge',
    status: 409,
    title: 'Nothing to charge',
    meaning: 'No approved timesheets or fees of the division are left that would belong to the charge run.',
    remedy: 'Approve timesheets first, or choose another division, pay frequency or periodEnd.',
  };
}

/** Nobody can be charged with the work of a placement. */
export class PlacementWithoutClient extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/placement-without-client',
    status: 409,
    title: 'A placement has no client',
    meaning: 'Nobody can be charged with the work of a placement that has no client.',
    remedy: 'Set the clientID of the placements that the detail names, then make the charge run again.',
  };
}

/** The totals of a run would add up amounts of different currencies. */
export class MixedCurrencies extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/mixed-currencies',
    status: 409,
    title: 'The run would have several currencies',
    meaning:
      'Each run is in one currency, and what this one would collect is in those listed as currencies. Jobs of the placements in ' +
      'placementIDs have no currency.',
    remedy: 'Make a run for each currency: send its currencyID. What has no currency is collected by a run without currencyID after those.',
  };

  constructor(
    currencies: readonly { readonly currencyID: number; readonly currencyName: string | null }[],
    placementIDs: readonly number[],
  ) {
    const names = currencies.map(({ currencyID, currencyName }) => `${currencyName ?? ''} (${currencyID})`);
    const without = placementIDs.length > 0 ? [`no currency (placements ${placementIDs.join(', ')})`] : [];
    super(`The run would have amounts in ${[...names, ...without].join(' and ')}: make a run for each currency by its currencyID.`);
    Object.assign(this, { members: { currencies, placementIDs } });
  }
}
