import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { LONG_TEXT } from '../../database/columns';
import { CheckedAs } from '../../fields/shapes';
import { booleanRule, INT32, intRule, textRule, type ValueRule } from '../../fields/values';

const clearable = ({ complaint }: ValueRule): PropertyDecorator => CheckedAs({ complaint, clearable: true, derived: false });

/** How the contacts are sorted. */
export class OrderByDto {
  @ApiProperty({ type: Boolean, required: false, default: true, example: true }) @clearable(booleanRule) isAscending?: boolean | null;
  @ApiProperty({
    type: String,
    maxLength: 100,
    required: false,
    nullable: true,
    example: 'surname',
    description: 'A field of the catalogue; "" for none.',
  })
  @clearable(textRule(100))
  columnName?: string | null;
}

/** Which contacts an automation would take, or which match a filter. */
export class ContactFilterSearchDto {
  @ApiProperty({
    type: String,
    maxLength: LONG_TEXT,
    required: false,
    nullable: true,
    example: '{"combinator":"and","rules":[{"field":"statusName","operator":"=","value":"Active"}]}',
    description: 'The condition as JSON text; absent, null, "" and {}: that of the automation.',
  })
  @clearable(textRule(LONG_TEXT))
  filters?: string | null;

  @ApiProperty({
    type: Boolean,
    required: false,
    default: false,
    example: false,
    description: 'Exactly those whom the next run of the automation would take.',
  })
  @clearable(booleanRule)
  nextRunOnly?: boolean | null;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: INT32.maximum,
    required: false,
    default: 0,
    example: 50,
    description: 'The most contacts in the answer; 0 and more than 1000: 1000.',
  })
  @clearable(intRule(0))
  maxRecords?: number | null;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    ...INT32,
    required: false,
    default: 0,
    example: 1,
    description: 'The automation; 0 for none.',
  })
  @clearable(intRule())
  automationId?: number | null;

  @ApiProperty({ type: () => OrderByDto, required: false, nullable: true })
  @IsOptional()
  @ValidateNested()
  @Type(() => OrderByDto)
  orderBy?: OrderByDto | null;
}
