import { recordType } from '../core/fields/record-type';
import { User } from './user.entity';

export const users = recordType({
  name: 'User',
  table: 'user',
  entity: User,
  shape: User,
  display: 'name',
  softDeleted: true,
  namesKept: true,
});
