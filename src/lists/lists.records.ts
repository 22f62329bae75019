import { recordType, type Relation } from '../core/fields/record-type';
import { SavedListDto } from './list.dto';
import { SavedList, type ListableType } from './list.entity';

export const savedLists = recordType({
  name: 'SavedList',
  table: 'saved_list',
  entity: SavedList,
  shape: SavedListDto,
  display: 'name',
  softDeleted: true,
  changedParts: ['count'],
});

/** The relation of a type of record to the lists that its records are on. */
export const onLists = (type: ListableType): Relation => ({
  to: 'SavedList',
  on: `x.type = '${type}' AND x.id IN (SELECT sr.listID FROM saved_list_record sr WHERE sr.recordID = r.id)`,
});
