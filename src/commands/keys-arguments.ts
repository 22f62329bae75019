import { parseArgs } from 'node:util';
import { InvalidArguments } from './command';

export const HELP = `Creates, lists, rotates and revokes the API keys in the database, and gives users roles. A new key is printed once; it is stored only
as its hash.

  npm run keys -- create --name admin
  npm run keys -- create --name website --user 7 --role 4 --expires 2027-06-30
  npm run keys -- list
  npm run keys -- rotate 3 --grace-hours 2
  npm run keys -- revoke 3
  npm run keys -- give-role 7 --role 1

  --name         what the key is for
  --user         the id of the user as whom it acts (default: 1, the administrator)
  --role         create: the id of a role that narrows that of the user (default: all that the user may do);
                 give-role: the id of the new role of the user, such as 1, Administrator
  --expires      the date or date-time from which on it is rejected (default: never)
  --grace-hours  how long the old key stays live after a rotation, 0 to 168 (default: 24)
  --help         shows this help

Works on the database in DATABASE_URL, which may be empty: then the tables, user 1 and a division are created, and no demo data is loaded later.
The service can keep running: keys count from the next request on, but only a restart ends its open mode.
`;

const ACTIONS = ['create', 'list', 'rotate', 'revoke', 'give-role'] as const;

/** The options by the fields that they set. */
export const OPTIONS: Readonly<Record<string, string>> = {
  name: '--name',
  userID: '--user',
  roleID: '--role',
  graceHours: '--grace-hours',
  expiresDate: '--expires',
};

/** What the id of an action is that of. */
const SUBJECTS: Readonly<Record<string, string>> = { rotate: 'key', revoke: 'key', 'give-role': 'user' };

/** What to do, to which key or user, and the body of the corresponding request. */
export interface KeyArguments {
  readonly action: (typeof ACTIONS)[number] | 'help';
  readonly id: number;
  readonly body: object;
}

/** @throws InvalidArguments */
export function readKeyArguments(args: string[]): KeyArguments {
  const { values, positionals } = parsed(args);
  if (values.help) return { action: 'help', id: 0, body: {} };
  const [name, id, ...more] = positionals;
  const action = ACTIONS.find((each) => each === name) ?? fail(`Say what to do: ${ACTIONS.join(', ')}.`);
  const subject = SUBJECTS[action];
  if (subject && !/^\d{1,9}$/.test(id ?? '')) fail(`Name the ${subject} by its id: npm run keys -- ${action} 3.`);
  if (more.length > 0 || (id !== undefined && !subject)) fail(`Too many arguments after ${action}.`);
  return { action, id: Number(id ?? 0), body: bodyOf(action, values) };
}

type Values = ReturnType<typeof parsed>['values'];

function bodyOf(action: KeyArguments['action'], { name, user, role, expires, 'grace-hours': graceHours }: Values): object {
  const body = {
    name,
    userID: user && numberIn('--user', user),
    roleID: role && numberIn('--role', role),
    graceHours: graceHours && numberIn('--grace-hours', graceHours),
    expiresDate: expires,
  };
  const taken =
    { create: ['name', 'userID', 'roleID', 'expiresDate'], rotate: ['graceHours', 'expiresDate'], 'give-role': ['roleID'] }[
      String(action)
    ] ?? [];
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  if (given.some(([option]) => !taken.includes(option))) fail(`There is an option that ${action} does not take.`);
  if (action === 'give-role' && given.length === 0) fail('Name the role by its id: --role 1.');
  return Object.fromEntries(given);
}

function numberIn(option: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : fail(`${option} must be a whole number.`);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        user: { type: 'string' },
        role: { type: 'string' },
        expires: { type: 'string' },
        'grace-hours': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail((error as Error).message.replace(/\.?$/, '.'));
  }
}

function fail(message: string): never {
  throw new InvalidArguments(`${message} See --help.`);
}
