import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { QueryCount } from '../../core/http';
import { LONG_TEXT } from '../../core/sql/columns';
import { ValidateField } from '../../core/fields/shapes';
import { booleanRule, INT32, intRule, textEnumRule, textRule, type ValueRule } from '../../core/fields/value-rules';

import { AUTOMATION_RECORD_TYPES, type AutomationRecordType } from '../catalogue/modules';

const clearable = ({ validate: complaint }: ValueRule): PropertyDecorator =>
  ValidateField({ validate: complaint, clearable: true, derived: false });

/** How the contacts are sorted. */
export class OrderByDto {
  @ApiProperty({ type: Boolean, required: false, nullable: true, default: true, example: true }) @clearable(booleanRule) isAscending?:
    boolean | null;
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
    nullable: true,
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
    nullable: true,
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
    nullable: true,
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

/** How far the contacts that match are counted. */
export class ContactFilterSearchQuery {
  @QueryCount()
  readonly count?: 'exact';
}

/** Which records an automation would take, or which match a filter. */
export class PreviewRequestDto extends ContactFilterSearchDto {
  @ApiProperty({
    type: String,
    enum: [...AUTOMATION_RECORD_TYPES],
    required: false,
    nullable: true,
    example: 'Contact',
    description: 'By default that of the automation.',
  })
  @clearable(textEnumRule(AUTOMATION_RECORD_TYPES))
  recordType?: AutomationRecordType | null;
}

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;

export class PreviewRecordDto {
  @ApiProperty({ ...COUNT, minimum: 1, example: 1 }) recordId!: number;
  @ApiProperty({
    type: String,
    maxLength: LONG_TEXT,
    nullable: true,
    example: 'Ann Bennett',
    description: 'What names it elsewhere, such as the place of an interview; null: it has none.',
  })
  name!: string | null;
}

/** Which records an automation would take now, or which match a filter. */
export class PreviewDto {
  @ApiProperty({ type: String, enum: [...AUTOMATION_RECORD_TYPES], example: 'Contact' }) recordType!: AutomationRecordType;
  @ApiProperty({ type: String, maxLength: 50, example: 'Contacts' }) module!: string;
  @ApiProperty({ ...COUNT, example: 12, description: 'Records that the condition matches.' }) matched!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'With nextRunOnly: excluded, since they were processed recently or have opted out.' })
  excluded!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Left out because of the maximum number of records.' }) leftOut!: number;
  @ApiProperty({ ...COUNT, example: 12 }) taken!: number;
  @ApiProperty({ type: () => [PreviewRecordDto], maxItems: 1000, description: 'The first of those that are taken.' })
  records!: PreviewRecordDto[];
  @ApiProperty({ ...COUNT, example: 0, description: 'How many more are taken than are shown.' }) more!: number;
}
