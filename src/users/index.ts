import './user.rules';

export { UserDto } from './user.dto';
export { User } from './user.entity';
export { UsersModule } from './users.module';
export { users } from './users.records';
