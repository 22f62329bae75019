/** Areas of the API that are read and written with a scope each. */
const AREAS = [
  'candidates',
  'contacts',
  'clients',
  'jobs',
  'opportunities',
  'applications',
  'placements',
  'timesheets',
  'activities',
  'lists',
  'automation',
  'deliveries',
  'payroll',
] as const;
/** Areas that are read with a scope of their own and written by administrators. */
const ADMINISTERED_AREAS = ['users', 'divisions', 'configuration', 'changes'] as const;

type ReadScope = `${(typeof AREAS)[number] | (typeof ADMINISTERED_AREAS)[number]}:read`;
type WriteScope = `${(typeof AREAS)[number]}:write`;

/** To see, search by and change single fields: dates of birth and comments on red flags; what people earn and clients pay. */
const FIELD_SCOPES = ['personal-data', 'pay'] as const;

export type FieldScope = (typeof FIELD_SCOPES)[number];

/** Something that a role allows. Each is required somewhere; its name is part of the API. */
export type RoleScope = ReadScope | WriteScope | FieldScope | 'payroll-credentials' | 'administration';

/**
 * What the routes of a controller belong to. `administration`: all of them are for administrators; `everyone`: they need no
 * scope, since they concern only the caller, or nobody.
 */
export type Area = (typeof AREAS)[number] | (typeof ADMINISTERED_AREAS)[number] | 'administration' | 'everyone';

const READ_SCOPES: readonly ReadScope[] = [...AREAS, ...ADMINISTERED_AREAS].map((area): ReadScope => `${area}:read`);
const WRITE_SCOPES: readonly WriteScope[] = AREAS.map((area): WriteScope => `${area}:write`);

export const ROLE_SCOPES: readonly RoleScope[] = [
  ...READ_SCOPES,
  ...WRITE_SCOPES,
  ...FIELD_SCOPES,
  'payroll-credentials',
  'administration',
];

const isOneOf = <T extends string>(texts: readonly T[], text: string): text is T => (texts as readonly string[]).includes(text);

export const isRoleScope = (text: string): text is RoleScope => isOneOf(ROLE_SCOPES, text);

/** The scope that reading or writing in an area requires; undefined: none. */
export function scopeFor(area: Area, isReading: boolean): RoleScope | undefined {
  if (area === 'everyone') return undefined;
  if (area === 'administration') return area;
  if (isReading) return `${area}:read`;
  return isOneOf(AREAS, area) ? `${area}:write` : 'administration';
}

/** What automations look at and act on. */
const BUSINESS = AREAS.filter((area) => !isOneOf(['automation', 'deliveries', 'payroll', 'lists'], area));
const LISTABLE: readonly RoleScope[] = ['candidates:read', 'contacts:read', 'clients:read', 'jobs:read'];

/**
 * The scopes that a role must have besides this one, because what it allows shows or changes their records too. Roles are
 * closed under this, and so is what two of them have in common: nobody reaches through an area what is not theirs.
 */
export function impliedBy(scope: RoleScope): readonly RoleScope[] {
  const [area, right] = scope.split(':') as [Area, string | undefined];
  const own: RoleScope[] = right === 'write' ? [`${area}:read` as ReadScope] : [];
  switch (scope) {
    case 'automation:read':
      return [...BUSINESS.map((each): RoleScope => `${each}:read`), ...FIELD_SCOPES];
    case 'automation:write':
      return [...own, 'lists:read', 'lists:write', ...BUSINESS.map((each): RoleScope => `${each}:write`), ...FIELD_SCOPES];
    case 'changes:read':
      return [...READ_SCOPES.filter((each) => each !== scope && each !== 'deliveries:read'), ...FIELD_SCOPES];
    case 'lists:read':
      return LISTABLE;
    case 'lists:write':
      return [...own, ...LISTABLE];
    case 'payroll-credentials':
      return ['payroll:read', 'payroll:write'];
    case 'administration':
      return ['users:read', 'divisions:read', 'configuration:read'];
    default:
      return own;
  }
}

/** What the roles that ship with the service allow, by their codes. */
export const READY_MADE_ROLES: Readonly<Record<string, ReadonlySet<RoleScope>>> = {
  administrator: new Set(ROLE_SCOPES),
  consultant: new Set<RoleScope>([
    ...[...BUSINESS, 'lists' as const, 'automation' as const].flatMap((area): RoleScope[] => [`${area}:read`, `${area}:write`]),
    'users:read',
    'divisions:read',
    'configuration:read',
    ...FIELD_SCOPES,
  ]),
  payrollConnector: new Set<RoleScope>([
    ...['candidates', 'clients', 'placements', 'timesheets', 'divisions', 'configuration'].map((area) => `${area}:read` as ReadScope),
    'payroll:read',
    'payroll:write',
    'payroll-credentials',
    ...FIELD_SCOPES,
  ]),
  readOnly: new Set<RoleScope>([...READ_SCOPES, ...FIELD_SCOPES]),
  qa: new Set<RoleScope>([...READ_SCOPES, ...WRITE_SCOPES, ...FIELD_SCOPES]),
};

/** The roles that the service itself gives to users; their ids are those of the migration. */
export const ADMINISTRATOR_ROLE = 1;
export const CONSULTANT_ROLE = 2;
