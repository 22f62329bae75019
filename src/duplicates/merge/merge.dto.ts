import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateField } from '../../core/fields/shapes';
import { INT32, intRule } from '../../core/fields/value-rules';

/** The most records merged in one request, or declared distinct. */
const MOST = 20;

/** A list of ids in a body. */
export function IdList(fewest: number, description: string, example: readonly number[]): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'array',
      minItems: fewest,
      maxItems: MOST,
      example,
      items: { type: 'integer', format: 'int32', ...INT32, minimum: 1 },
      description,
    }),
    ValidateField({ validate: (value) => validateIds(value, fewest), clearable: false, derived: false }, true),
  );
}

function validateIds(value: unknown, fewest: number): string | undefined {
  if (!Array.isArray(value) || value.length < fewest || value.length > MOST) return `must be an array of ${fewest} to ${MOST} ids`;
  const invalid = value.findIndex((each) => intRule(1).validate(each) !== undefined);
  return invalid < 0 ? undefined : `must be an array of ids; item ${invalid} is not an id`;
}

const merged = (plural: string): string => `The ${plural} to merge into the one in the path.`;

/** The candidates to merge. */
export class MergeDto {
  @IdList(1, merged('candidates'), [18]) candidateIDs!: number[];
}

/** The contacts to merge. */
export class MergeContactsDto {
  @IdList(1, merged('contacts'), [18]) contactIDs!: number[];
}

/** The clients to merge. */
export class MergeClientsDto {
  @IdList(1, merged('clients'), [18]) clientIDs!: number[];
}
