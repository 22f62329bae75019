import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs } from '../fields/shapes';
import { textRule } from '../fields/values';
import { fold } from '../text/fold';

const required = (rule: (value: unknown) => string | undefined): PropertyDecorator => CheckedAs({ complaint: rule, clearable: false, derived: false }, true);

const NAME_LENGTH = 100;
const KEY_LENGTH = 200;
const VALUE_LENGTH = 4000;

/** What tells types apart: their folded text. The few letters that stand for many more are cut where the column ends. */
export const keyOf = (type: string): string => fold(type).slice(0, KEY_LENGTH).trim();

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
  @required((value) => (value === undefined ? 'is required' : textRule(VALUE_LENGTH).complaint(value)))
  value!: string;
}
