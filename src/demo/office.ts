import type { PayFrequency } from '../configuration';
import { payPeriodOfName } from '../core/terms/pay-period-of-name';
import { fold } from '../core/text/fold';
import { DEFAULT_ANCHOR, needsAnchor } from '../core/time/pay-period';
import { ADMINISTRATOR_ROLE, CONSULTANT_ROLE } from '../core/terms/role-scopes';
import { demoRecord, type DemoRecords } from './demo-record';
import { publicHolidays } from './public-holidays';
import { templates } from './templates';
import { INDUSTRIES } from './industries';
import type { DemoContext } from './demo-context';
import type { Random } from './random';

const CONSULTANTS: readonly [name: string, jobTitle: string][] = [
  ['Amelia Hart', 'Managing Consultant'],
  ['Noah Sinclair', 'Senior Consultant'],
  ['Zoë Fischer', 'Senior Consultant'],
  ["Liam O'Brien", 'Consultant'],
  ['Priya Sharma', 'Consultant'],
  ['Thomas Walker', 'Consultant'],
  ['Mei Chen', 'Resourcer'],
  ['Hamish Fraser', 'Resourcer'],
  ['Lucy Papadopoulos', 'Payroll Officer'],
  ['Arjun Patel', 'Branch Manager'],
  ['Søren Jørgensen', 'Consultant'],
  ['Former Consultant', 'Consultant'],
];
export const USERS = CONSULTANTS.length;

const FREQUENCIES: readonly [name: string, isEnabled: boolean][] = [
  ['Weekly', true],
  ['Fortnightly', true],
  ['Monthly', true],
  ['Four-weekly', true],
  ['Daily', false],
];
const [WEEKLY, FORTNIGHTLY, MONTHLY, FOUR_WEEKLY] = [1, 2, 3, 4] as const;

/** The pay frequency of a placement; those with timesheets have short ones. */
export const frequencyOf = (random: Random, isPermanent: boolean): number =>
  random.pick(isPermanent ? [MONTHLY, FOUR_WEEKLY, MONTHLY, FORTNIGHTLY] : [WEEKLY, WEEKLY, WEEKLY, FORTNIGHTLY]);

/** The periods of a pay frequency. */
export function periodsOfFrequency(id: number): Pick<PayFrequency, 'periodID' | 'anchorDate'> & { readonly periodID: number } {
  const periodID = payPeriodOfName(FREQUENCIES[id - 1]?.[0] ?? '');
  return { periodID, anchorDate: needsAnchor(periodID) ? DEFAULT_ANCHOR : undefined };
}

const SETTINGS: readonly [part: string, type: string, value: string][] = [
  ['JobPosting', 'defaultSource', 'Company website'],
  ['JobPosting', 'advertDays', '30'],
  ['JobPosting', 'closeWhenFilled', 'true'],
  ['Clients', 'inactiveAfterDays', '180'],
  ['Clients', 'defaultStatus', 'Prospect'],
  ['Timesheets', 'createDue', 'true'],
  ['Timesheets', 'dueAfterDays', '1'],
];

/** The firm itself: its people, divisions and configuration. */
export function* office(context: DemoContext): DemoRecords {
  const since = { createdDate: context.day(-900), updatedDate: context.day(-30) };
  yield* roles(since);
  yield* consultants(since);
  for (const [index, { name }] of INDUSTRIES.entries())
    yield demoRecord('Division', { id: index + 1, name, countryCode: 'AU', firstDayOfWeek: 1, deleted: false, ...since });
  yield demoRecord('Division', {
    id: INDUSTRIES.length + 1,
    name: 'Legal',
    countryCode: 'NZ',
    firstDayOfWeek: 1,
    deleted: false,
    ...since,
  });
  for (const [index, [name, isEnabled]] of FREQUENCIES.entries())
    yield demoRecord('PayFrequency', { id: index + 1, customerId: 7, name, isEnabled, ...periodsOfFrequency(index + 1), ...since });
  for (const [part, type, value] of SETTINGS)
    yield demoRecord('Setting', {
      part,
      type,
      folded: fold(type),
      value,
      updatedDate: since.updatedDate,
      updatedByID: 1,
    });
  yield demoRecord('DateGroup', { id: 1, name: 'NSW public holidays', ...since });
  for (const day of publicHolidays(context.today.getUTCFullYear(), 2)) yield demoRecord('DateGroupDay', { dateGroupID: 1, day });
  yield demoRecord('DateGroup', { id: 2, name: 'Christmas shutdown', ...since });
  for (const day of [29, 30, 31]) yield demoRecord('DateGroupDay', { dateGroupID: 2, day: `${context.today.getUTCFullYear()}-12-${day}` });
  yield* templates(context);
  yield* payroll(context);
}

/** Besides those that ship with the service. */
function* roles(since: { createdDate: Date; updatedDate: Date }): DemoRecords {
  const own = [
    [
      'Resourcer',
      'Finds candidates for the jobs of others.',
      'candidates:read jobs:read activities:read candidates:write activities:write',
    ],
    ['Reception', 'Looks up who is calling.', 'candidates:read contacts:read'],
  ] as const;
  for (const [index, [name, description, scopeText]] of own.entries())
    yield demoRecord('Role', { id: index + 6, name, description, scopeText, deleted: false, ...since });
}

function* consultants(since: { createdDate: Date; updatedDate: Date }): DemoRecords {
  for (const [index, [name, jobTitle]] of CONSULTANTS.entries()) {
    const id = index + 1;
    const email = `${fold(name)
      .replace(/[^a-z ]/g, '')
      .replace(' ', '.')}@staffing.example.com`;
    yield demoRecord('User', {
      id,
      name,
      email,
      phone: `(02) 5550 01${String(id).padStart(2, '0')}`,
      jobTitle,
      roleID: id === 1 ? ADMINISTRATOR_ROLE : CONSULTANT_ROLE,
      isActive: id !== USERS,
      deleted: false,
      ...since,
    });
  }
}

/** Without credentials: the firm enters those itself. */
function* payroll(context: DemoContext): DemoRecords {
  yield demoRecord('PayrollIntegration', {
    divisionID: 1,
    apiKey: null,
    apiUsername: null,
    apiPassword: null,
    entityID: 4101,
    brandingEntityID: 12,
    permChargeItemID: 880,
    collectTimesheetData: true,
    collectTimesheetLastRun: context.day(-1),
    candidateDataSyncLastRun: context.day(-1),
    region: 'AU',
  });
  for (const [index, region] of ['AU', 'NZ'].entries()) {
    yield demoRecord('PayrollRegion', {
      divisionID: 1,
      position: index + 1,
      region,
      defaultSuperItemID: 31 + index,
      glGroupEmployee: 501 + index * 10,
      glGroupSubContractor: 502 + index * 10,
      permIncomeAccount: `4-1${index}00`,
      contractIncomeAccountEmployee: `4-2${index}00`,
      contractExpenseAccountEmployee: `5-2${index}00`,
      contractIncomeAccountSubContractor: `4-3${index}00`,
      contractExpenseAccountSubContractor: `5-3${index}00`,
    });
  }
}
