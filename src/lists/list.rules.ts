import { Conflict } from '../http';
import { refuseUnset, ruledBy } from '../records';
import type { SavedList } from './list.entity';
import { savedLists } from './lists.records';

ruledBy<SavedList>(savedLists, {
  prepare(_unit, before, after) {
    refuseUnset(before, after, 'name', 'type');
    if (before.type && before.type !== after.type)
      throw new Conflict(
        `The list ${after.id} is one of ${before.type} records and stays one. Make a new list for records of another type.`,
      );
  },
});
