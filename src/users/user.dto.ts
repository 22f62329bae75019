import { NameOf } from '../core/fields/decorators';
import { ResponseOf, UpdateOf } from '../core/fields/shapes';
import { User } from './user.entity';

/** A user. */
export class UserDto extends ResponseOf(User) {
  @NameOf('roleID', { example: 'Administrator' }) roleName!: string | null;
}

/** A change of a user: absent = unchanged, null = cleared. */
export class UserUpdateDto extends UpdateOf(UserDto) {}

/** A new user; active by default. */
export class UserNewDto extends UpdateOf(UserDto, ['name'], { roleID: 2 }) {}
