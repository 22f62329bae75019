import { ResponseOf, UpdateOf } from '../core/fields/shapes';
import { User } from './user.entity';

/** A user. */
export class UserDto extends ResponseOf(User) {}

/** A change of a user: absent = unchanged, null = cleared. */
export class UserUpdateDto extends UpdateOf(User) {}

/** A new user; active by default. */
export class UserNewDto extends UpdateOf(User, ['name']) {}
