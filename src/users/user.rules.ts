import { divisionsOfText, requireDivisions, requireScopes, SYSTEM_CALLER, textOfDivisions } from '../core/callers';
import type { Transaction } from '../core/database';
import { Conflict } from '../core/problems';
import { lockedRows, requireFields, ruledBy } from '../core/records';
import { sql } from '../core/sql';
import { ADMINISTRATOR_ROLE, CONSULTANT_ROLE } from '../core/terms/role-scopes';
import { scopesOfRoles } from './roles/role-scopes';
import { refuseInUse } from './user-in-use';
import { saveDivisions, withDivisions } from './user-divisions';
import type { User } from './user.entity';
import { users } from './users.records';

export const userRules = ruledBy(users, {
  setDefaults({ caller }, user, body) {
    user.isActive = (body as Partial<User>).isActive ?? true;
    user.divisionText = textOfDivisions(caller.scope.divisions);
  },
  async prepare(transaction, before, after) {
    requireFields(users, before, after);
    after.roleID ??= CONSULTANT_ROLE;
    if (canAuthenticate(before) && !canAuthenticate(after)) refuseDeactivation(transaction, after);
    if (after.deleted && !before.deleted) await refuseInUse(transaction, after);
    if (after.roleID !== before.roleID) await refuseMoreRights(transaction, after, 'Giving this role');
    // whoever has the address at the identity provider acts as the user
    else if (after.email !== before.email)
      await refuseMoreRights(transaction, after, 'Changing the e-mail address of a user with this role');
    const purpose = purposeOf(before, after);
    if (purpose) requireDivisions(transaction.caller, divisionsOfText(after.divisionText), purpose);
    if (isAdministrator(before) && !isAdministrator(after)) await refuseLastAdministrator(transaction, after);
  },
  saveParts: saveDivisions,
  completeResponses: withDivisions,
  addedToResponses: ['divisionIDs'],
});

/** A deleted or inactive user stays on the records that name it, but its API key is rejected. */
export const canAuthenticate = ({ isActive, deleted }: Pick<User, 'isActive' | 'deleted'>): boolean => isActive && !deleted;

const isAdministrator = (user: User): boolean => canAuthenticate(user) && user.roleID === ADMINISTRATOR_ROLE;

/** What a change does to what a user may do: the subject of the sentence that says why not. */
function purposeOf(before: User, after: User): string | undefined {
  if (after.email !== before.email) return 'Changing the e-mail address of this user';
  if (after.roleID !== before.roleID) return 'Changing the role of this user';
  if (canAuthenticate(after) !== canAuthenticate(before)) return 'Deactivating or activating this user';
  return undefined;
}

function refuseDeactivation({ caller }: Transaction, { id }: User): void {
  if (id === SYSTEM_CALLER.userID)
    throw new Conflict(`User ${id} is the service account and must stay active. Its other fields can change.`);
  if (id === caller.userID) throw new Conflict('You cannot delete or deactivate your own user; another user has to do it.');
}

async function refuseMoreRights({ em, caller }: Transaction, { roleID }: User, purpose: string): Promise<void> {
  const scopes = (await scopesOfRoles(em, [roleID ?? 0])).get(roleID ?? 0) ?? [];
  requireScopes(caller, scopes, purpose);
}

/** The others are locked, so that two administrators cannot remove each other at the same moment. */
async function refuseLastAdministrator({ em }: Transaction, { id }: User): Promise<void> {
  const others = await lockedRows(
    em,
    users,
    sql`SELECT id FROM user WHERE roleID = ${ADMINISTRATOR_ROLE} AND isActive = 1 AND deleted = 0 AND id <> ${id}`,
  );
  if (others.length === 0) throw new Conflict(`User ${id} is the last administrator: make another user an administrator first.`);
}
