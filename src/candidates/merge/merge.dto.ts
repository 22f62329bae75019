import { ApiProperty } from '@nestjs/swagger';
import { ValidateField } from '../../core/fields/shapes';
import { INT32, intRule } from '../../core/fields/value-rules';

/** The most candidates merged in one request. */
const MAX_MERGED = 20;

function validateIds(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_MERGED) return `must be an array of 1 to ${MAX_MERGED} ids`;
  const invalid = value.findIndex((each) => intRule(1).validate(each) !== undefined);
  return invalid < 0 ? undefined : `must be an array of ids; item ${invalid} is not an id`;
}

/** The candidates to merge. */
export class MergeDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_MERGED,
    example: [18],
    items: { type: 'integer', format: 'int32', ...INT32, minimum: 1 },
    description: 'The candidates to merge into the one in the path.',
  })
  @ValidateField({ validate: validateIds, clearable: false, derived: false }, true)
  candidateIDs!: number[];
}
