export { SavedList, SavedListRecord } from './list.entity';
export { ListsModule } from './lists.module';
export { onLists, savedLists } from './lists.records';
export { addToList, membershipsOf, removeFromList, typeOfList } from './list-membership';
export { listTypes } from './record-types';
