import { ApiProperty } from '@nestjs/swagger';
import { AMOUNT as STORED_AMOUNT, NAME } from '../../core/sql/columns';
import { ValidateField } from '../../core/fields/shapes';
import { amountRule, booleanRule, doubleRule, INT32, intRule, textRule, type ValueRule } from '../../core/fields/value-rules';
import { fold } from '../../core/text/fold';

const CODE_LENGTH = 40;

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;
const NAMED = { type: String, minLength: 1, maxLength: NAME, pattern: '\\S', example: 'Contract signed' } as const;
const CODE = {
  type: String,
  nullable: true,
  maxLength: CODE_LENGTH,
  example: null,
  description: 'Only in lists with codes: PERM, AUD, NZ.',
} as const;
const PARENT = { ...ID, nullable: true, example: null, description: 'The entry of the parent list that it belongs to.' } as const;
const CLOSED = {
  type: Boolean,
  example: false,
  description: 'Whether records with this entry are closed. For a job or opportunity stage the status decides.',
} as const;

const MOST_TIMES = 100;
const RATE = { type: 'number', format: 'double', nullable: true, required: false, minimum: 0, example: null } as const;
const PAY_MULTIPLIER = {
  ...RATE,
  maximum: MOST_TIMES,
  description: 'Only of rate kinds: how many times the pay rate and the on-costs it is. Unset: lines of this kind have an amount.',
} as const;
const CHARGE_MULTIPLIER = {
  ...RATE,
  maximum: MOST_TIMES,
  description: 'Only of rate kinds: how many times the charge rate it is, by default the same; 0 is not charged.',
} as const;
/** As many as those of lines, which are paid as they are. */
const AMOUNT_DECIMALS = 2;
const AMOUNT = {
  ...RATE,
  maximum: STORED_AMOUNT.most,
  description: `Only of rate kinds without multipliers: the amount of a line that has none of its own. At most ${AMOUNT_DECIMALS} decimals.`,
} as const;

const named = {
  validate: (value: unknown) => (typeof value === 'string' && fold(value) === '' ? 'must not be blank' : textRule(NAME).validate(value)),
};
const code = textRule(CODE_LENGTH, {
  test: (text) => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text),
  message: 'must consist of letters, digits, _ and -',
});
const checked = ({ validate }: Pick<ValueRule, 'validate'>, clearable: boolean, required = false): PropertyDecorator =>
  ValidateField({ validate, clearable, derived: false }, required);

/** A lookup list and how it can be changed. */
export class LookupListDto {
  @ApiProperty({ type: String, maxLength: CODE_LENGTH, example: 'jobStage', description: 'As used in paths and field descriptions.' })
  list!: string;
  @ApiProperty({ type: String, maxLength: NAME, example: 'Job stages' }) name!: string;
  @ApiProperty({ ...ID, example: 8, description: 'The number of entries.' }) count!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: CODE_LENGTH,
    example: 'jobStatus',
    description: 'The list whose entries its own belong to.',
  })
  parentList!: string | null;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether its entries have codes.' }) hasCodes!: boolean;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether entries can be added.' }) canGrow!: boolean;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether entries can be renamed.' }) canBeRenamed!: boolean;
}

/** An entry of a list: a stage, a status, a rating. */
export class LookupEntryDto {
  @ApiProperty({ ...ID, example: 9 }) id!: number;
  @ApiProperty(NAMED) name!: string;
  @ApiProperty(CODE) code!: string | null;
  @ApiProperty(PARENT) parentID!: number | null;
  @ApiProperty(CLOSED) closed!: boolean;
  @ApiProperty(PAY_MULTIPLIER) payMultiplier?: number | null;
  @ApiProperty(CHARGE_MULTIPLIER) chargeMultiplier?: number | null;
  @ApiProperty(AMOUNT) amount?: number | null;
}

/** The rates of a rate kind in a body. */
class RatesOfEntry {
  @ApiProperty(PAY_MULTIPLIER) @checked(doubleRule(0, MOST_TIMES), true) payMultiplier?: number | null;
  @ApiProperty(CHARGE_MULTIPLIER) @checked(doubleRule(0, MOST_TIMES), true) chargeMultiplier?: number | null;
  @ApiProperty(AMOUNT) @checked(amountRule(0, AMOUNT_DECIMALS), true) amount?: number | null;
}

/** A new entry. */
export class LookupEntryCreateDto extends RatesOfEntry {
  @ApiProperty(NAMED) @checked(named, false, true) name!: string;
  @ApiProperty({ ...CODE, required: false }) @checked(code, true) code?: string | null;
  @ApiProperty({ ...PARENT, required: false }) @checked(intRule(0), true) parentID?: number | null;
  @ApiProperty({ ...CLOSED, required: false, nullable: true }) @checked(booleanRule, true) closed?: boolean | null;
}

/** A change of an entry: absent = unchanged. */
export class LookupEntryUpdateDto extends RatesOfEntry {
  @ApiProperty({ ...ID, example: 2 }) @checked(intRule(), false, true) id!: number;
  @ApiProperty({ ...NAMED, required: false, example: 'Searching' }) @checked(named, false) name?: string;
  @ApiProperty({ ...CODE, required: false }) @checked(code, true) code?: string | null;
  @ApiProperty({ ...PARENT, required: false }) @checked(intRule(0), true) parentID?: number | null;
  @ApiProperty({ ...CLOSED, required: false, nullable: true }) @checked(booleanRule, true) closed?: boolean | null;
}
