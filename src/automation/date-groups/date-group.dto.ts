import { ApiProperty } from '@nestjs/swagger';
import { ValidateField, ResponseOf, UpdateOf } from '../../core/fields/shapes';
import { booleanRule } from '../../core/fields/value-rules';
import { isBareDate, parseMoment } from '../../core/time/moments';
import { DateGroup } from '../automation.entity';

const MAX_DATES = 1000;
const EXAMPLE = 'such as 2026-12-25';

const DATES = {
  type: 'array',
  maxItems: MAX_DATES,
  items: { type: 'string', maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  example: ['2026-12-25', '2026-12-28', '2027-01-01'],
  description: 'Dates in the time zone of each automation, in ascending order.',
} as const;

const isDay = (value: unknown): boolean => typeof value === 'string' && isBareDate(value) && parseMoment(value) instanceof Date;

function validateDates(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array of dates';
  if (value.length > MAX_DATES) return `must have at most ${MAX_DATES} items`;
  const invalid = value.findIndex((each) => !isDay(each));
  if (invalid >= 0) return `must contain dates ${EXAMPLE}: item ${invalid} is not one`;
  const duplicate = value.findIndex((each, index) => value.indexOf(each) < index);
  return duplicate < 0 ? undefined : `must not contain a date twice: item ${duplicate} is a duplicate`;
}

/** A named set of dates on which automations do not run. */
export class DateGroupDto extends ResponseOf(DateGroup) {
  @ApiProperty(DATES) dates!: string[];
}

export class DateGroupUpdateDto extends UpdateOf(DateGroup) {
  @ApiProperty({ ...DATES, required: false, nullable: true })
  @ValidateField({ validate: validateDates, clearable: true, derived: false })
  dates?: string[] | null;

  @ApiProperty({ type: Boolean, required: false, example: false, description: 'false restores a deleted record.' })
  @ValidateField({ validate: booleanRule.validate, clearable: false, derived: false })
  override deleted?: boolean;
}

export class DateGroupNewDto extends DateGroupUpdateDto {
  @ApiProperty({ type: String, required: true }) override name!: string;
}
