import { Entity } from 'typeorm';
import { Day, Id, LongTextOrNull, Moment, Ref, TextOrNull, Version } from '../../core/fields/decorators';

/** What somebody states about a candidate in a placement, by which an item of the checklist is met. */
@Entity('compliance_statement')
export class ComplianceStatement {
  @Id() id!: number;
  @Ref('Placement', { required: true, example: 1 }) placementID!: number | null;
  @Ref('Candidate', {
    required: true,
    example: 1,
    description: 'That of the placement when it was made. It counts for this candidate only.',
  })
  candidateID!: number | null;
  @Ref('ChecklistItem', { required: true, example: 3, description: 'The item of the checklist that it meets.' }) itemID!: number | null;
  @LongTextOrNull({ required: true, example: 'Two referees confirmed the last three positions by phone.' }) text!: string | null;
  @Day({ example: '2027-11-30T00:00:00.000Z', description: 'The last day on which it counts; unset: it does not expire.' })
  expiryDate?: Date;
  @Ref('User', { derived: true, example: 1, description: 'Who made it.' }) createdByID!: number | null;
  @Moment({ derived: true, example: '2026-11-16T02:00:00.000Z' }) createdDate?: Date;
  @Moment({ example: '2026-11-20T02:00:00.000Z', description: 'Since when it counts no longer.' }) withdrawnDate?: Date;
  @Ref('User', { derived: true, example: 0, description: 'Who withdrew it; 0: nobody.' }) withdrawnByID!: number | null;
  @TextOrNull(1000, { example: 'One referee was a relative.' }) withdrawalReason!: string | null;
  @Version() version!: number;
}
