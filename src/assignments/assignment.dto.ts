import { ApiProperty } from '@nestjs/swagger';
import { ValidateField, ResponseOf, UpdateOf } from '../core/fields/shapes';
import { DIVISION_IDS, validateDivisionIDs } from '../core/fields/division-ids';
import { LatitudeOrNull, LongitudeOrNull, Lookup, Ref } from '../core/fields/decorators';

/** To whom in the firm a record belongs, and where it is: fields of the record that its own answer need not show. */
abstract class Assigned {
  @Ref('User', { example: 1 }) ownerID!: number | null;
  @Lookup('rating', { example: 1 }) ratingID!: number | null;
  @LatitudeOrNull({ example: -33.8688 }) latitude!: number | null;
  @LongitudeOrNull({ example: 151.2093 }) longitude!: number | null;
}

/** The assignment of a contact, candidate or client. */
export class AssignmentDto extends ResponseOf(Assigned) {
  @ApiProperty(DIVISION_IDS) divisionIDs!: number[];
}

/** A change of it: absent = unchanged, null = cleared, a list replaces the list. */
export class AssignmentUpdateDto extends UpdateOf(Assigned) {
  @ApiProperty({ ...DIVISION_IDS, required: false, nullable: true })
  @ValidateField({ validate: validateDivisionIDs, clearable: true, derived: false })
  divisionIDs?: number[] | null;
}
