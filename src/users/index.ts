import type { RecordTypesSpec } from '../core/fields/record-types';
import { Role } from './roles/role.entity';
import { roleRules } from './roles/role.rules';
import { User } from './user.entity';
import { userRules } from './user.rules';

export { Role } from './roles/role.entity';
export { joinRole, scopesOf, scopesOfRoles } from './roles/role-scopes';
export { chosenUsers, unknownUsers } from './search';
export { accessOfUser, addressesOfUsers, administrators, joinUser } from './user-details';
export { UserDto, UserUpdateDto } from './user.dto';
export { User } from './user.entity';
export { UsersModule } from './users.module';
export { users } from './users.records';

export const userRecords: RecordTypesSpec = { types: [userRules, roleRules], tables: [User, Role] };
