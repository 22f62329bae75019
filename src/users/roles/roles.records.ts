import { recordType } from '../../core/fields/record-type';
import { Role } from './role.entity';

export const roles = recordType({
  name: 'Role',
  table: 'role',
  entity: Role,
  shape: Role,
  display: 'name',
  softDeleted: true,
  namesKept: true,
  changedParts: ['scopes'],
});
