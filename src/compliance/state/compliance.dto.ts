import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../../core/fields/value-rules';
import { PageQuery, QueryDirection, QueryOneOf } from '../../core/http';
import { FULL_NAME, NAME } from '../../core/sql/columns';
import { ITEM_KINDS, type ItemKind } from '../checklists/checklist.entity';
import { COMPLIANCE_STATUSES, ITEM_STATES, type ComplianceStatus, type ItemState } from './item-state';

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum, example: 1 } as const;
const TEXT = { type: String, maxLength: NAME } as const;
const DAY = { type: 'string', format: 'date-time', maxLength: 40, required: false } as const;

/** Which placements of the list. */
export class ComplianceQuery extends PageQuery {
  @QueryOneOf(COMPLIANCE_STATUSES, { description: 'Only placements with this status.' })
  readonly status?: ComplianceStatus;

  @QueryDirection('placementID', 'lowest first')
  readonly orderBy?: string;
}

/** An item of a checklist, and what there is for it. */
export class ComplianceItemDto {
  @ApiProperty(ID) itemID!: number;
  @ApiProperty({ ...TEXT, example: 'White card' }) name!: string;
  @ApiProperty({ type: String, enum: [...ITEM_KINDS], example: 'document' }) kind!: ItemKind;
  @ApiProperty({ type: Boolean, example: true }) required!: boolean;
  @ApiProperty({ ...ID, example: 3, description: '0 for a statement.' }) documentTypeID!: number;
  @ApiProperty({ ...TEXT, nullable: true, example: 'Certificate' }) documentTypeName!: string | null;
  @ApiProperty({
    type: String,
    enum: [...ITEM_STATES],
    example: 'met',
    description:
      'expiresBeforeEnd: met, but expires before the placement ends. expired: before today, or before the placement starts. ' +
      'unverified: a document is there that nobody has verified.',
  })
  state!: ItemState;
  @ApiProperty({ type: Boolean, example: true, description: 'The state is met or expiresBeforeEnd.' }) isMet!: boolean;
  @ApiProperty({ type: Boolean, example: false, description: 'It expires within the warnDays of the item, or has expired.' })
  isExpiring!: boolean;
  @ApiProperty({ ...ID, example: 301, description: 'The document that counts; 0: none.' }) documentID!: number;
  @ApiProperty({ ...TEXT, nullable: true, example: 'White card.jpg' }) documentName!: string | null;
  @ApiProperty({ ...ID, example: 0, description: 'The statement that counts; 0: none.' }) statementID!: number;
  @ApiProperty({ ...DAY, example: '2027-06-30T00:00:00.000Z', description: 'Its last day; absent: it does not expire, or there is none.' })
  validUntil?: string;
}

/** What a placement requires by the checklist of its job. */
export class ComplianceDto {
  @ApiProperty(ID) placementID!: number;
  @ApiProperty({ ...TEXT, nullable: true, example: 'PL-2001' }) reference!: string | null;
  @ApiProperty({ ...ID, example: 3 }) placementStatusID!: number;
  @ApiProperty(ID) candidateID!: number;
  @ApiProperty({ ...TEXT, maxLength: FULL_NAME, nullable: true, example: 'Grace Nguyen' }) candidateName!: string | null;
  @ApiProperty({ ...ID, description: 'The complianceChecklistID of its job; 0: none.', example: 3 }) checklistID!: number;
  @ApiProperty({ ...TEXT, nullable: true, example: 'Construction' }) checklistName!: string | null;
  @ApiProperty({
    type: String,
    enum: [...COMPLIANCE_STATUSES],
    example: 'complete',
    description: 'incomplete: a required item is not met. expiring: all are, but an item expires within its warnDays.',
  })
  status!: ComplianceStatus;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether the checklist allows it to be approved.' }) mayBeApproved!: boolean;
  @ApiProperty({ type: () => [ComplianceItemDto], maxItems: 50 }) items!: ComplianceItemDto[];
}
