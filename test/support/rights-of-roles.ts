import type { Operation } from './operations';

/** The roles that ship with the service; their ids begin with 1. */
export const ROLES = ['Administrator', 'Consultant', 'Payroll connector', 'Read-only', 'QA'] as const;

/** What may be done: nothing, reading, or both, by each of the roles of {@link ROLES}. The first path that fits counts. */
const ALLOWED: readonly (readonly [path: RegExp, ...byRole: ('-' | 'r' | 'rw')[]])[] = [
  [/^\/(health\/|problems)/, 'rw', 'rw', 'rw', 'rw', 'rw'],
  [/^\/api\/Me(\/|$)/, 'rw', 'rw', 'rw', 'rw', 'rw'],
  // of each type only what the caller may read
  [/^\/api\/Search$/, 'r', 'r', 'r', 'r', 'r'],
  [/^\/metrics$/, 'rw', '-', '-', '-', '-'],
  [/^\/api\/(ApiKeys|Audit|Roles|Webhooks)(\/|$)/, 'rw', '-', '-', '-', '-'],
  [/^\/api\/(Candidates|Contacts)\/\{\w+\}\/(PersonalData|Erase)$/, 'rw', '-', '-', '-', '-'],
  [/^\/api\/Users(\/|$)/, 'rw', 'r', '-', 'r', 'r'],
  [/^\/api\/divisions\/\{id\}\/payroll-integration\/Credentials$/, 'rw', '-', 'rw', '-', '-'],
  [/^\/api\/divisions\/\{id\}\/payroll-integration$/, 'rw', '-', 'rw', 'r', 'rw'],
  [/^\/api\/(PayRuns|ChargeRuns)(\/|$)/, 'rw', '-', 'rw', 'r', 'rw'],
  [/^\/api\/divisions(\/|$)/, 'rw', 'r', 'r', 'r', 'r'],
  [/^\/api\/Configuration\//, 'rw', 'r', 'r', 'r', 'r'],
  [/^\/api\/Changes(\/|$)/, 'rw', '-', '-', 'r', 'r'],
  [/^\/api\/Deliveries(\/|$)/, 'rw', '-', '-', 'r', 'rw'],
  [/^\/api\/(Candidates|Clients|Contacts|Jobs)\/\{\w+\}\/Activities$/, 'rw', 'rw', '-', 'r', 'rw'],
  [/^\/api\/Placements\/(\{id\}\/)?Compliance$/, 'rw', 'rw', '-', 'r', 'rw'],
  [/^\/api\/(Candidates|Clients|Sites|Placements|Timesheets)(\/|$)/, 'rw', 'rw', 'r', 'r', 'rw'],
  [/^\/api\/(Contacts|Jobs|JobAdverts|Opportunities|Applications|Interviews|Offers)(\/|$)/, 'rw', 'rw', '-', 'r', 'rw'],
  [/^\/api\/(Activities|Documents|Lists|Automation|AutomationRuns)(\/|$)/, 'rw', 'rw', '-', 'r', 'rw'],
];

export const isReading = ({ method, path }: Operation): boolean =>
  method === 'get' || (method === 'post' && /\/(Search|Query|Filters|Preview)$/.test(path));

/** Whether a role may use a route. @param roleID of {@link ROLES} */
export function mayUse(roleID: number, operation: Operation): boolean {
  const [, ...byRole] = ALLOWED.find(([path]) => path.test(operation.path)) ?? [];
  return byRole[roleID - 1]?.includes(isReading(operation) ? 'r' : 'w') ?? false;
}
