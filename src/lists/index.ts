import type { RecordTypesSpec } from '../core/fields/record-types';
import { SavedList, SavedListRecord } from './list.entity';
import { savedListRules } from './list.rules';
import { listsOfPersons } from './personal-data';

export { SavedList, SavedListRecord } from './list.entity';
export { ListsModule } from './lists.module';
export { onLists, savedLists } from './lists.records';
export { addToList, membershipsOf, moveOnDeletedLists, removeFromList, typeOfList } from './list-membership';

export const listRecords: RecordTypesSpec = {
  types: [savedListRules],
  tables: [SavedList, SavedListRecord],
  personalData: [listsOfPersons],
};
