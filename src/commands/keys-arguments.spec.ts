import { InvalidArguments } from './command';
import { HELP, readKeyArguments } from './keys-arguments';

describe('The arguments of the keys command', () => {
  it.each([
    [['create', '--name', 'Website'], { action: 'create', id: 0, body: { name: 'Website' } }],
    [
      ['create', '--name', 'A', '--user=7', '--role', '4', '--expires', '2027-06-30'],
      { action: 'create', id: 0, body: { name: 'A', userID: 7, roleID: 4, expiresDate: '2027-06-30' } },
    ],
    [['rotate', '3', '--grace-hours', '0'], { action: 'rotate', id: 3, body: { graceHours: 0 } }],
    [['revoke', '3'], { action: 'revoke', id: 3, body: {} }],
    [['give-role', '7', '--role', '1'], { action: 'give-role', id: 7, body: { roleID: 1 } }],
    [['list'], { action: 'list', id: 0, body: {} }],
    [['create', '--help'], { action: 'help', id: 0, body: {} }],
  ])('say what to do: %j', (args, expected) => expect(readKeyArguments(args)).toEqual(expected));

  it.each([
    [[], 'Say what to do: create, list, rotate, revoke, give-role. See --help.'],
    [['delete', '3'], 'Say what to do: create, list, rotate, revoke, give-role. See --help.'],
    [['rotate'], 'Name the key by its id: npm run keys -- rotate 3. See --help.'],
    [['revoke', 'three'], 'Name the key by its id: npm run keys -- revoke 3. See --help.'],
    [['give-role', '--role', '1'], 'Name the user by its id: npm run keys -- give-role 3. See --help.'],
    [['give-role', '7'], 'Name the role by its id: --role 1. See --help.'],
    [['revoke', '3', '4'], 'Too many arguments after revoke. See --help.'],
    [['create', '3'], 'Too many arguments after create. See --help.'],
    [['create', '--name', 'A', '--user', 'me'], '--user must be a whole number. See --help.'],
    [['revoke', '3', '--name', 'A'], 'There is an option that revoke does not take. See --help.'],
  ])('are rejected: %j', (args, message) => expect(() => readKeyArguments(args)).toThrow(new InvalidArguments(message)));

  it('are explained', () => expect(HELP).toContain('--grace-hours'));
});
