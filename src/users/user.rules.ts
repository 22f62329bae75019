import { THE_SERVICE } from '../callers';
import type { Unit } from '../database';
import { Conflict } from '../http';
import { refuseUnset, ruledBy } from '../records';
import type { User } from './user.entity';
import { users } from './users.records';

ruledBy<User>(users, {
  start(_, user, body) {
    user.isActive = (body as Partial<User>).isActive ?? true;
  },
  prepare(unit, before, after) {
    refuseUnset(before, after, 'name');
    if (mayWork(before) && !mayWork(after)) refuseToLose(unit, after);
  },
});

/** A user that is deleted or not active stays on what it has done, and its key lets nobody in any more. */
export const mayWork = ({ isActive, deleted }: Pick<User, 'isActive' | 'deleted'>): boolean => isActive && !deleted;

function refuseToLose({ caller }: Unit, { id }: User): void {
  if (id === THE_SERVICE.userID)
    throw new Conflict(`The service itself works as the user ${id}, who therefore stays active. Its name and the rest may change.`);
  if (id === caller.userID) throw new Conflict('Nobody can delete or deactivate themselves: another user has to.');
}
