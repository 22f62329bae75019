import { SYSTEM_CALLER } from '../core/callers';
import type { Transaction } from '../core/database';
import { Conflict } from '../core/problems';
import { requireFields, ruledBy } from '../core/records';
import type { User } from './user.entity';
import { users } from './users.records';

export const userRules = ruledBy(users, {
  setDefaults(_, user, body) {
    user.isActive = (body as Partial<User>).isActive ?? true;
  },
  prepare(transaction, before, after) {
    requireFields(before, after, 'name');
    if (canAuthenticate(before) && !canAuthenticate(after)) refuseDeactivation(transaction, after);
  },
});

/** A deleted or inactive user stays on the records that name it, but its API key is rejected. */
export const canAuthenticate = ({ isActive, deleted }: Pick<User, 'isActive' | 'deleted'>): boolean => isActive && !deleted;

function refuseDeactivation({ caller }: Transaction, { id }: User): void {
  if (id === SYSTEM_CALLER.userID)
    throw new Conflict(`User ${id} is the service account and must stay active. Its other fields can change.`);
  if (id === caller.userID) throw new Conflict('You cannot delete or deactivate your own user; another user has to do it.');
}
