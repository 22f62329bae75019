import { ApiProperty, PickType } from '@nestjs/swagger';
import { PageQuery, QueryDirection, QueryInt } from '../../core/http';
import { LONG_TEXT } from '../../core/sql/columns';
import { AutomationDto } from '../automation.dto';
import { DEFINING_FIELDS } from './defining-fields';

const NUMBER = { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;
const VALUE = { type: String, maxLength: LONG_TEXT, required: false } as const;

/** Pages of versions. */
export class VersionListQuery extends PageQuery {
  @QueryDirection('version', 'newest first')
  readonly orderBy?: string;
}

/** What an automation did since a version. */
export class AutomationVersionDto extends PickType(AutomationDto, DEFINING_FIELDS) {
  @ApiProperty({ ...NUMBER, example: 1 }) automationId!: number;
  @ApiProperty({
    ...NUMBER,
    example: 1,
    description: 'The first version that did so: later ones until the next in the list changed nothing of it.',
  })
  version!: number;
  @ApiProperty(WHEN) createdDate!: string;
  @ApiProperty({ ...NUMBER, example: 1 }) createdByID!: number;
}

export class DifferenceQuery {
  @QueryInt({ minimum: 1, description: 'The version to compare with; by default the present one.' }) readonly to?: number;
}

/** Something that is different in the other version. */
export class DifferenceDto {
  @ApiProperty({
    type: String,
    maxLength: 1000,
    example: '/filtersJSON#/rules/0/value',
    description: 'The field and, after #, a JSON pointer into its value.',
  })
  pointer!: string;
  @ApiProperty({ ...VALUE, example: '"Sydney"', description: 'JSON of the value; absent: it was added.' }) before?: string;
  @ApiProperty({ ...VALUE, example: '"Perth"', description: 'JSON of the value; absent: it was removed.' }) after?: string;
  @ApiProperty({ type: String, maxLength: 2000, example: '/filtersJSON#/rules/0/value was "Sydney" and is "Perth"' }) text!: string;
}
