import { recordType } from '../core/fields/record-type';
import { UserDto } from './user.dto';
import { User } from './user.entity';

export const users = recordType({
  name: 'User',
  table: 'user',
  entity: User,
  shape: UserDto,
  display: 'name',
  softDeleted: true,
  activeField: 'isActive',
  namesKept: true,
  changedParts: ['divisionIDs'],
});
