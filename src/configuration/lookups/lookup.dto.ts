import { ApiProperty } from '@nestjs/swagger';
import { NAME } from '../../database/columns';
import { CheckedAs } from '../../fields/shapes';
import { booleanRule, INT32, intRule, textRule, type ValueRule } from '../../fields/values';
import { fold } from '../../text/fold';

const CODE_LENGTH = 40;

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;
const NAMED = { type: String, minLength: 1, maxLength: NAME, pattern: '\\S', example: 'Contract signed' } as const;
const CODE = {
  type: String,
  nullable: true,
  maxLength: CODE_LENGTH,
  example: null,
  description: 'Of the lists whose entries have one: PERM, AUD, NZ.',
} as const;
const PARENT = { ...ID, nullable: true, example: null, description: 'The entry of the parent list that it belongs to.' } as const;
const CLOSED = {
  type: Boolean,
  example: false,
  description: 'Does it end the life of what stands on it? Of a stage its status says so.',
} as const;

const named = {
  complaint: (value: unknown) => (typeof value === 'string' && fold(value) === '' ? 'must not be blank' : textRule(NAME).complaint(value)),
};
const code = textRule(CODE_LENGTH, {
  test: (text) => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text),
  sentence: 'must be letters, digits, _ and -',
});
const checked = ({ complaint }: Pick<ValueRule, 'complaint'>, clearable: boolean, required = false): PropertyDecorator =>
  CheckedAs({ complaint, clearable, derived: false }, required);

/** A list, and what can be done with it. */
export class LookupListDto {
  @ApiProperty({ type: String, maxLength: CODE_LENGTH, example: 'jobStage', description: 'In paths and in descriptions of fields.' })
  list!: string;
  @ApiProperty({ type: String, maxLength: NAME, example: 'Job stages' }) name!: string;
  @ApiProperty({ ...ID, example: 8, description: 'How many entries it has.' }) count!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: CODE_LENGTH,
    example: 'jobStatus',
    description: 'The list that its entries belong to the entries of.',
  })
  parentList!: string | null;
  @ApiProperty({ type: Boolean, example: false, description: 'Do its entries have codes?' }) hasCodes!: boolean;
  @ApiProperty({ type: Boolean, example: true, description: 'Can entries be added?' }) canGrow!: boolean;
  @ApiProperty({ type: Boolean, example: true, description: 'Can entries be renamed?' }) canBeRenamed!: boolean;
}

/** An entry of a list: a stage, a status, a rating. */
export class LookupEntryDto {
  @ApiProperty({ ...ID, example: 9 }) id!: number;
  @ApiProperty(NAMED) name!: string;
  @ApiProperty(CODE) code!: string | null;
  @ApiProperty(PARENT) parentID!: number | null;
  @ApiProperty(CLOSED) closed!: boolean;
}

/** A new entry. */
export class LookupEntryCreateDto {
  @ApiProperty(NAMED) @checked(named, false, true) name!: string;
  @ApiProperty({ ...CODE, required: false }) @checked(code, true) code?: string | null;
  @ApiProperty({ ...PARENT, required: false }) @checked(intRule(0), true) parentID?: number | null;
  @ApiProperty({ ...CLOSED, required: false, nullable: true }) @checked(booleanRule, true) closed?: boolean | null;
}

/** What is to be different about an entry: absent stays. */
export class LookupEntryUpdateDto {
  @ApiProperty({ ...ID, example: 2 }) @checked(intRule(), false, true) id!: number;
  @ApiProperty({ ...NAMED, required: false, example: 'Searching' }) @checked(named, false) name?: string;
  @ApiProperty({ ...CODE, required: false }) @checked(code, true) code?: string | null;
  @ApiProperty({ ...PARENT, required: false }) @checked(intRule(0), true) parentID?: number | null;
  @ApiProperty({ ...CLOSED, required: false, nullable: true }) @checked(booleanRule, true) closed?: boolean | null;
}
