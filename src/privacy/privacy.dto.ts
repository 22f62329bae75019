import { ApiProperty } from '@nestjs/swagger';
import { AuditEntryDto } from '../core/audit';
import { INT32 } from '../core/fields/value-rules';

const ID = { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T09:30:00.000Z' } as const;
const LISTS = { type: 'object', additionalProperties: { type: 'array', maxItems: 1_000_000, items: { type: 'object' } } } as const;

/** Everything held about a person. */
export class PersonalDataDto {
  @ApiProperty({ type: String, maxLength: 40, example: 'Candidate' }) readonly type!: string;
  @ApiProperty({ ...ID, example: 1 }) readonly id!: number;
  @ApiProperty(WHEN) readonly collectedDate!: string;
  @ApiProperty({
    ...LISTS,
    example: { Candidate: [{ id: 1, fullName: 'Grace Nguyen' }], Application: [{ id: 1, candidateID: 1 }] },
    description: 'The record of the person, those merged into it, and all records about the person, by type.',
  })
  readonly records!: Readonly<Record<string, readonly object[]>>;
  @ApiProperty({
    ...LISTS,
    example: { tags: [{ tag: 'Welder', typeId: 1 }], messages: [{ kind: 'email', to: 'grace@example.com' }] },
    description: 'What else there is: assignments, tags, lists, messages, notifications, records of automation runs.',
  })
  readonly others!: Readonly<Record<string, readonly object[]>>;
  @ApiProperty({ type: () => [AuditEntryDto], maxItems: 1_000_000, description: 'What is in the audit about these records.' })
  readonly history!: readonly AuditEntryDto[];
}

/** A person who has been erased. */
export class ErasedDto {
  @ApiProperty({ type: String, maxLength: 40, example: 'Candidate' }) readonly type!: string;
  @ApiProperty({ ...ID, example: 19 }) readonly id!: number;
  @ApiProperty(WHEN) readonly erasedDate!: string;
}
