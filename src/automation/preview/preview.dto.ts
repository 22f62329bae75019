import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { LONG_TEXT } from '../../core/sql/columns';
import { ValidateField } from '../../core/fields/shapes';
import { booleanRule, INT32, intRule, textRule, type ValueRule } from '../../core/fields/value-rules';

const clearable = ({ validate: complaint }: ValueRule): PropertyDecorator =>
  ValidateField({ validate: complaint, clearable: true, derived: false });

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
    description: 'The condition as JSON text; absent, null, "" and {} mean the condition of the automation.',
  })
  @clearable(textRule(LONG_TEXT))
  filters?: string | null;

  @ApiProperty({
    type: Boolean,
    required: false,
    default: false,
    example: false,
    description: 'Return exactly the contacts the next run of the automation would take.',
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
    description: 'Maximum number of contacts in the response; 0 and anything above 1000 mean 1000.',
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
