import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs } from '../fields/shapes';
import { textRule } from '../fields/values';
import { foldedKey } from '../text/fold';

const required = (rule: (value: unknown) => string | undefined): PropertyDecorator =>
  CheckedAs({ complaint: rule, clearable: false, derived: false }, true);

const NAME_LENGTH = 100;
const KEY_LENGTH = 200;
const VALUE_LENGTH = 4000;

/** What tells types apart. */
export const keyOf = (type: string): string => foldedKey(type, KEY_LENGTH);

function typeComplaint(value: unknown): string | undefined {
  const isNamed = typeof value === 'string' && (value.length > NAME_LENGTH || keyOf(value) !== '');
  return isNamed ? textRule(NAME_LENGTH).complaint(value) : `must be a name of 1 to ${NAME_LENGTH} characters`;
}

/** One named value of the configuration. */
export class SettingDto {
  @ApiProperty({ type: String, minLength: 1, maxLength: NAME_LENGTH, pattern: '\\S', example: 'advertDays' })
  @required(typeComplaint)
  type!: string;

  @ApiProperty({ type: String, maxLength: VALUE_LENGTH, example: '30' })
  @required(textRule(VALUE_LENGTH).complaint)
  value!: string;
}
