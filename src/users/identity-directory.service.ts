import { Injectable } from '@nestjs/common';
import {
  divisionsOfText,
  IdentityDirectory,
  SYSTEM_CALLER,
  type Caller,
  type Divisions,
  type Identity,
  type Rights,
} from '../core/callers';
import { SettingError, Settings } from '../core/config';
import { Transactions, type Transaction, type View } from '../core/database';
import { execute, rows } from '../core/database/rows';
import { Forbidden } from '../core/problems';
import { bindBody } from '../core/http/bind-body';
import { create, sharedRead } from '../core/records';
import { sql, values } from '../core/sql';
import { fold } from '../core/text/fold';
import { joinRole, scopesOf } from './roles/role-scopes';
import { canAuthenticate } from './user.rules';
import { UserNewDto } from './user.dto';
import { users } from './users.records';

interface FoundUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly deleted: boolean;
  readonly divisions: Divisions;
  readonly rights: Rights;
}

/** An identity is the active user with its e-mail address. Users are read at each request, as those of API keys are. */
@Injectable()
export class UserIdentityDirectory extends IdentityDirectory {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {
    super();
  }

  async checkSettings(): Promise<void> {
    const { oidcCreateUsers: name } = this.settings;
    if (name === undefined) return;
    if ((await this.transactions.read(SYSTEM_CALLER, (view) => roleNamed(view, name))) === undefined)
      throw new SettingError('OIDC_CREATE_USERS must be the name of a role, such as Consultant; see GET /api/Roles.');
  }

  async callerOf(identity: Identity): Promise<Caller> {
    const known = await this.transactions.read(SYSTEM_CALLER, (view) => usersOf(view, identity));
    const { id: userID, name, divisions, rights } = onlyActive(known.length > 0 ? known : await this.createUser(identity), identity);
    return { userID, name, authentication: 'accessToken', scope: { divisions }, ...rights };
  }

  private createUser(identity: Identity): Promise<readonly FoundUser[]> {
    const { oidcCreateUsers: roleName } = this.settings;
    if (roleName === undefined)
      throw new Forbidden(`There is no user with the e-mail address ${identity.email}. Ask an administrator to create one.`);
    return this.transactions.write(SYSTEM_CALLER, async (transaction) => {
      const roleID = await lockRole(transaction, roleName);
      const known = await usersOf(transaction, identity);
      if (known.length > 0) return known;
      await createUser(transaction, identity, roleID);
      return usersOf(transaction, identity);
    });
  }
}

function onlyActive(found: readonly FoundUser[], { email }: Identity): FoundUser {
  const active = found.filter(canAuthenticate);
  if (active.length > 1)
    throw new Forbidden(
      `Several users have the e-mail address ${email}: ${active.map(({ id }) => id).join(', ')}. One of them must keep it.`,
    );
  if (!active[0])
    throw new Forbidden(`The user ${found.map(({ id }) => id).join(', ')} with the e-mail address ${email} is no longer active.`);
  return active[0];
}

/** Requests that find no user at the same moment wait for each other here, so that one of them creates it. */
async function lockRole(transaction: Transaction, name: string): Promise<number> {
  const id = await roleNamed(transaction, name);
  if (id === undefined) throw new Forbidden(`There is no role ${name} (OIDC_CREATE_USERS) that a new user could have.`);
  await execute(transaction.em, sql`UPDATE role SET id = id WHERE id = ${id}`);
  return id;
}

/** @throws Forbidden if no user can have such a name or address */
async function createUser(transaction: Transaction, { email, name = email }: Identity, roleID: number): Promise<void> {
  const { object, errors } = bindBody(UserNewDto, { name, email, roleID });
  const [error] = errors;
  if (error) throw new Forbidden(`No user can be created from the access token: its ${error.pointer.slice(1)} ${error.detail}.`);
  await create(transaction, users, object);
}

async function roleNamed({ em }: View, name: string): Promise<number | undefined> {
  const [[id] = []] = await rows(
    em,
    sql`SELECT r.id FROM role_text t JOIN role r ON r.id = t.id WHERE t.name = ${fold(name)} AND r.deleted = 0 ORDER BY r.id LIMIT 1`,
  );
  return id as number | undefined;
}

/** Deleted and inactive ones too. Addresses that differ in more than upper and lower case are others, though they fold alike. */
async function usersOf(view: View, { email }: Identity): Promise<readonly FoundUser[]> {
  const alike = (await sharedRead(view, 'UserOfIdentity', fold(email), readUsers)) ?? [];
  return alike.filter((user) => lowerCase(user.email) === lowerCase(email));
}

/** Of ASCII letters only: there are other letters whose lower case is an ASCII letter. */
const lowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** By their folded e-mail addresses. */
async function readUsers({ em }: View, addresses: readonly string[]): Promise<Map<string, FoundUser[]>> {
  const found = await rows(
    em,
    sql`SELECT t.email, u.id, u.name, u.email, u.isActive, u.deleted, u.divisionText, r.name, r.code, r.scopeText
      FROM user_text t JOIN user u ON u.id = t.id ${joinRole('r', 'u.roleID')} WHERE t.email IN (${values(addresses)}) ORDER BY u.id`,
  );
  const byAddress = new Map<string, FoundUser[]>();
  for (const [address, ...cells] of found) byAddress.set(address as string, [...(byAddress.get(address as string) ?? []), userOf(cells)]);
  return byAddress;
}

const userOf = ([id, name, email, isActive, deleted, divisionText, role, code, scopeText]: unknown[]): FoundUser => ({
  id: id as number,
  name: name as string,
  email: email as string,
  isActive: Boolean(isActive),
  deleted: Boolean(deleted),
  divisions: divisionsOfText(divisionText as string | null),
  rights: { role: (role as string | null) ?? '', scopes: scopesOf({ code: code as string | null, scopeText: scopeText as string | null }) },
});
