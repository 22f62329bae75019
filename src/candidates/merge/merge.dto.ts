import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs } from '../../fields/shapes';
import { INT32, intRule } from '../../fields/values';

/** So many are merged at once. */
const MOST = 20;

function idsComplaint(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST) return `must be a list of 1 to ${MOST} ids`;
  const wrong = value.findIndex((each) => intRule(1).complaint(each) !== undefined);
  return wrong < 0 ? undefined : `must be a list of ids; entry ${wrong} is none`;
}

/** The candidates that turned out to be the same person. */
export class MergeDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MOST,
    example: [18],
    items: { type: 'integer', format: 'int32', ...INT32, minimum: 1 },
    description: 'The candidates that go: what they have comes to the candidate in the path.',
  })
  @CheckedAs({ complaint: idsComplaint, clearable: false, derived: false }, true)
  candidateIDs!: number[];
}
