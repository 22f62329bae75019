import { Entity, Index } from 'typeorm';
import { Stamped } from '../../core/fields/stamped';
import { Amount, Day, Id, LongTextOrNull, Lookup, Moment, Ref } from '../../core/fields/decorators';

/** What the client offers a candidate. */
@Entity('offer')
@Index(['statusID', 'expiryDate'])
export class Offer extends Stamped {
  @Id() id!: number;
  @Ref('Application', { example: 1 }) applicationID!: number | null;
  @Ref('Job', { required: true, example: 1 }) jobID!: number | null;
  @Ref('Candidate', { required: true, example: 1 }) candidateID!: number | null;
  @Lookup('offerStatus', { required: true, example: 2, description: 'Accepting an offer creates a placement.' }) statusID!: number | null;
  @Amount({ minimum: 0, example: 75, description: 'The pay of the placement; 0: that of its job.', scope: 'pay' }) amount!: number;
  @Lookup('unit', { example: 1, description: 'The unit of the amount. Per year, or without a unit, it is a salary.' }) amountUnits!:
    number | null;
  @Day({ example: '2027-01-11T00:00:00.000Z' }) startDate?: Date;
  @Day({ example: '2026-12-04T00:00:00.000Z', description: 'After this day an offer that nobody has answered expires.' }) expiryDate?: Date;
  @Moment({ example: '2026-11-18T02:00:00.000Z', description: 'When the candidate answered; by default when the status changes.' })
  answeredDate?: Date;
  @LongTextOrNull({ example: 'Asked for a car allowance.' }) comments!: string | null;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
