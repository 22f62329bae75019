import { ApiProperty } from '@nestjs/swagger';
import { ValidateField, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { INT32, intRule } from '../core/fields/value-rules';
import { LatitudeOrNull, LongitudeOrNull, Lookup, Ref } from '../core/fields/decorators';

const MAX_DIVISIONS = 1000;
const DIVISIONS = {
  type: 'array',
  maxItems: MAX_DIVISIONS,
  example: [1, 2],
  description: 'Ids of divisions.',
  items: { type: 'integer', format: 'int32', ...INT32, minimum: 1 },
} as const;

function validateDivisions(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > MAX_DIVISIONS) return `must have at most ${MAX_DIVISIONS} items`;
  const wrong = value.findIndex((each) => intRule(1).validate(each) !== undefined);
  return wrong < 0 ? undefined : `must be an array of ids; item ${wrong} is not an id`;
}

/** To whom in the firm a record belongs, and where it is: fields of the record that its own answer need not show. */
abstract class Assigned {
  @Ref('User', { example: 1 }) ownerID!: number | null;
  @Lookup('rating', { example: 1 }) ratingID!: number | null;
  @LatitudeOrNull({ example: -33.8688 }) latitude!: number | null;
  @LongitudeOrNull({ example: 151.2093 }) longitude!: number | null;
}

/** The assignment of a contact, candidate or client. */
export class AssignmentDto extends ResponseOf(Assigned) {
  @ApiProperty(DIVISIONS) divisionIDs!: number[];
}

/** A change of it: absent = unchanged, null = cleared, a list replaces the list. */
export class AssignmentUpdateDto extends UpdateOf(Assigned) {
  @ApiProperty({ ...DIVISIONS, required: false, nullable: true })
  @ValidateField({ validate: validateDivisions, clearable: true, derived: false })
  divisionIDs?: number[] | null;
}
