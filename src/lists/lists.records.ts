import { recordType } from '../fields/record-type';
import { SavedListDto } from './list.dto';
import { SavedList } from './list.entity';

export const savedLists = recordType({
  name: 'SavedList',
  table: 'saved_list',
  entity: SavedList,
  shape: SavedListDto,
  display: 'name',
  softDeleted: true,
});
