import { ResponseOf, UpdateOf } from '../fields/shapes';
import { User } from './user.entity';

/** A user as it is answered. */
export class UserDto extends ResponseOf(User) {}

/** A change of a user: absent = unchanged, null = cleared. */
export class UserUpdateDto extends UpdateOf(User) {}

/** A new user; active unless it says otherwise. */
export class UserNewDto extends UpdateOf(User, ['name']) {}
