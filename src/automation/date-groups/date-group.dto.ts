import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs, ResponseOf, UpdateOf } from '../../fields/shapes';
import { booleanRule } from '../../fields/values';
import { isBareDate, parseMoment } from '../../time/moments';
import { DateGroup } from '../automation.entity';

const MOST = 1000;
const FORM = 'such as 2026-12-25';

const DATES = {
  type: 'array',
  maxItems: MOST,
  items: { type: 'string', maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  example: ['2026-12-25', '2026-12-28', '2027-01-01'],
  description: 'Days of the time zone of each automation, in ascending order.',
} as const;

const isDay = (value: unknown): boolean => typeof value === 'string' && isBareDate(value) && parseMoment(value) instanceof Date;

function datesComplaint(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of dates';
  if (value.length > MOST) return `must have at most ${MOST} entries`;
  const wrong = value.findIndex((each) => !isDay(each));
  if (wrong >= 0) return `must be dates ${FORM}: the entry ${wrong} is none`;
  const twice = value.findIndex((each, index) => value.indexOf(each) < index);
  return twice < 0 ? undefined : `must not have a date twice: the entry ${twice} was there before`;
}

/** A named set of dates on which nothing runs. */
export class DateGroupDto extends ResponseOf(DateGroup) {
  @ApiProperty(DATES) dates!: string[];
}

export class DateGroupUpdateDto extends UpdateOf(DateGroup) {
  @ApiProperty({ ...DATES, required: false, nullable: true })
  @CheckedAs({ complaint: datesComplaint, clearable: true, derived: false })
  dates?: string[] | null;

  @ApiProperty({ type: Boolean, required: false, example: false, description: 'false brings a deleted one back.' })
  @CheckedAs({ complaint: booleanRule.complaint, clearable: false, derived: false })
  override deleted?: boolean;
}
