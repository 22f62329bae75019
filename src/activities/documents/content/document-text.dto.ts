import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../../../core/fields/value-rules';
import { TEXT_STATES } from './document-text.entity';

/** The text of a document. */
export class DocumentTextDto {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 }) readonly documentID!: number;
  @ApiProperty({
    enum: ['none', ...TEXT_STATES],
    example: 'done',
    description: 'none: its content is not here, or of a type without text; pending: it is being read; failed: it cannot be read.',
  })
  readonly state!: string;
  @ApiProperty({ type: String, nullable: true, maxLength: 1000, example: null, description: 'Why it cannot be read.' })
  readonly reason!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 200_000,
    example: 'Grace Nguyen\nSite Engineer',
    description: 'The first 200,000 characters.',
  })
  readonly text!: string | null;
}
