import { Forbidden } from '../http';
import { refuseUnset, ruledBy, showDivisionRenamed } from '../records';
import type { Division } from './division.entity';
import { refuseInUse } from './division-in-use';
import { divisions } from './divisions.records';

ruledBy<Division>(divisions, {
  start({ caller }) {
    if (caller.scope.divisions !== 'all') throw new Forbidden('Only who sees all divisions makes new ones.');
  },
  async prepare({ em }, before, after) {
    refuseUnset(before, after, 'name');
    if (after.deleted && !before.deleted) await refuseInUse(em, after);
  },
  async follow({ em }, before, after) {
    if (before.id !== undefined && before.name !== after.name) await showDivisionRenamed(em, after.id);
  },
});
