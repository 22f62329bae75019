export { chosenUsers, unknownUsers } from './search';
export { addressOfUser, joinUser } from './user-details';
export { UserDto } from './user.dto';
export { User } from './user.entity';
export { UsersModule } from './users.module';
export { users } from './users.records';
export { userTypes } from './record-types';
