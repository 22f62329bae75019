import { ApiProperty } from '@nestjs/swagger';
import { DIVISION_IDS, validateDivisionIDs } from '../core/fields/division-ids';
import { NameOf } from '../core/fields/decorators';
import { NewOf, ResponseOf, UpdateOf, ValidateField } from '../core/fields/shapes';
import { User } from './user.entity';

const DIVISIONS = {
  ...DIVISION_IDS,
  minItems: 1,
  nullable: true,
  example: null,
  description: 'The user sees only records of these divisions, and those that belong to none. Null: all records.',
} as const;

const Divisions = (): PropertyDecorator =>
  ValidateField({
    validate: (value) =>
      Array.isArray(value) && value.length === 0
        ? 'must have at least one item; null stands for all divisions'
        : validateDivisionIDs(value),
    clearable: true,
    derived: false,
  });

/** A user. */
export class UserDto extends ResponseOf(User) {
  @NameOf('roleID', { example: 'Administrator' }) roleName!: string | null;
  @ApiProperty(DIVISIONS) divisionIDs!: number[] | null;
}

/** A change of a user: absent = unchanged, null = cleared. */
export class UserUpdateDto extends UpdateOf(UserDto) {
  @ApiProperty({ ...DIVISIONS, required: false }) @Divisions() override divisionIDs?: number[] | null;
}

/** A new user; active by default, and sees the divisions that its creator sees. */
export class UserNewDto extends NewOf(UserDto, ['name'], { roleID: 2 }) {
  @ApiProperty({ ...DIVISIONS, required: false }) @Divisions() override divisionIDs?: number[] | null;
}
