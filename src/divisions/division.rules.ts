import { Forbidden } from '../core/problems';
import { requireFields, ruledBy, refreshDivisionNames } from '../core/records';
import { refuseInUse } from './division-in-use';
import { divisions } from './divisions.records';

export const divisionRules = ruledBy(divisions, {
  setDefaults({ caller }) {
    if (caller.scope.divisions !== 'all') throw new Forbidden('Only users with access to all divisions can create divisions.');
  },
  async prepare({ em }, before, after) {
    requireFields(divisions, before, after);
    if (after.deleted && !before.deleted) await refuseInUse(em, after);
  },
  async afterSave({ em }, before, after) {
    if (before.id !== undefined && before.name !== after.name) await refreshDivisionNames(em, after.id);
  },
});
