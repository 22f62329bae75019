import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../core/fields/value-rules';
import { PageQuery, QueryBoolean } from '../core/http';
import { NAME } from '../core/sql/columns';
import { IdList } from './merge/merge.dto';

const REASONS = ['email', 'nameAndDateOfBirth', 'phone', 'nameAtClient', 'mobile', 'registrationNumber', 'name', 'website'] as const;

const RECORDS = [
  { id: 1, name: 'Grace Nguyen' },
  { id: 18, name: 'Gracie Nguyen' },
];

/** One of two records that may be the same. */
export class DuplicateRecordDto {
  @ApiProperty({ type: 'integer', format: 'int32', ...INT32, minimum: 1, example: 1 }) readonly id!: number;
  @ApiProperty({ type: String, maxLength: NAME * 2, nullable: true, example: 'Grace Nguyen' }) readonly name!: string | null;
}

/** What two records have in common. */
export class DuplicateReasonDto {
  @ApiProperty({ type: String, enum: REASONS, example: 'email' }) readonly type!: string;
  @ApiProperty({ type: String, maxLength: NAME * 4, example: 'grace.nguyen@example.com', description: 'As the first of the two has it.' })
  readonly value!: string;
}

/** Two records that may be the same. */
export class DuplicatePairDto {
  @ApiProperty({ type: () => [DuplicateRecordDto], minItems: 2, maxItems: 2, example: RECORDS, description: 'The lower id first.' })
  readonly records!: readonly DuplicateRecordDto[];
  @ApiProperty({ type: () => [DuplicateReasonDto], minItems: 1, maxItems: 50, description: 'The strongest reason first.' })
  readonly reasons!: readonly DuplicateReasonDto[];
}

export class DuplicatesQuery extends PageQuery {
  @QueryBoolean({ default: false, description: 'Instead, the pairs that have been dismissed.' })
  readonly dismissed!: boolean;
}

/** Records that are not the same. */
export class DistinctRecordsDto {
  @IdList(2, 'Each of them is another than all the others.', [1, 2]) ids!: number[];
}
