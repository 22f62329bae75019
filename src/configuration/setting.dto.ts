import { ApiProperty } from '@nestjs/swagger';
import { ValidateField } from '../core/fields/shapes';
import { textRule } from '../core/fields/value-rules';
import { foldedKey } from '../core/text/fold';

const required = (rule: (value: unknown) => string | undefined): PropertyDecorator =>
  ValidateField({ validate: rule, clearable: false, derived: false }, true);

const NAME_LENGTH = 100;
const KEY_LENGTH = 200;
const VALUE_LENGTH = 4000;

/** The key by which setting types are compared. */
export const keyOf = (type: string): string => foldedKey(type, KEY_LENGTH);

function validateType(value: unknown): string | undefined {
  const isNamed = typeof value === 'string' && (value.length > NAME_LENGTH || keyOf(value) !== '');
  return isNamed ? textRule(NAME_LENGTH).validate(value) : `must be a name of 1 to ${NAME_LENGTH} characters`;
}

/** One named value of the configuration. */
export class SettingDto {
  @ApiProperty({ type: String, minLength: 1, maxLength: NAME_LENGTH, pattern: '\\S', example: 'advertDays' })
  @required(validateType)
  type!: string;

  @ApiProperty({ type: String, maxLength: VALUE_LENGTH, example: '30' })
  @required(textRule(VALUE_LENGTH).validate)
  value!: string;
}
