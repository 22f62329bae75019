import { Conflict } from '../core/problems';
import { requireFields, ruledBy } from '../core/records';
import { savedLists } from './lists.records';

export const savedListRules = ruledBy(savedLists, {
  prepare(_unit, before, after) {
    requireFields(savedLists, before, after);
    if (before.type && before.type !== after.type)
      throw new Conflict(
        `List ${after.id} holds ${before.type} records; its type cannot change. Create another list for records of another type.`,
      );
  },
});
