import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs } from '../fields/shapes';
import { textRule } from '../fields/values';

const required = (rule: (value: unknown) => string | undefined): PropertyDecorator => CheckedAs({ complaint: rule, clearable: false, derived: false });

const NAME_LENGTH = 100;
const VALUE_LENGTH = 4000;
const nameRule = textRule(NAME_LENGTH);

/** One named value of the configuration. */
export class SettingDto {
  @ApiProperty({ type: String, minLength: 1, maxLength: NAME_LENGTH, example: 'advertDays' })
  @required((value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? `must be a name of 1 to ${NAME_LENGTH} characters` : nameRule.complaint(value)))
  type!: string;

  @ApiProperty({ type: String, maxLength: VALUE_LENGTH, example: '30' })
  @required((value) => (value === undefined ? 'is required' : textRule(VALUE_LENGTH).complaint(value)))
  value!: string;
}
