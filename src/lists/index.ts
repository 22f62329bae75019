import './list.rules';

export { SavedList, SavedListRecord } from './list.entity';
export { ListsModule } from './lists.module';
export { savedLists } from './lists.records';
export { addToList, takeOffList } from './on-list';
