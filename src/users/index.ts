import type { RecordTypesSpec } from '../core/fields/record-types';
import { User } from './user.entity';
import { userRules } from './user.rules';

export { chosenUsers, unknownUsers } from './search';
export { addressesOfUsers, joinUser } from './user-details';
export { UserDto } from './user.dto';
export { User } from './user.entity';
export { UsersModule } from './users.module';
export { users } from './users.records';

export const userRecords: RecordTypesSpec = { types: [userRules], tables: [User] };
