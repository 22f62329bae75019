import { Entity, Index } from 'typeorm';
import { Stamped } from '../core/fields/stamped';
import { Amount, Day, Double, Id, IntEnum, LongTextOrNull, Lookup, Moment, Ref, TextOrNull } from '../core/fields/decorators';
import { ExternalID, ExternalKey } from '../core/fields/external-id';

/** A past, present or future assignment of a candidate with a client. */
@Entity('placement')
@Index(['statusID', 'startDate'])
@Index(['statusID', 'endDate'])
@Index(['jobID', 'deleted', 'typeID', 'statusID', 'startDate', 'endDate', 'candidateID'])
export class Placement extends Stamped {
  @Id() id!: number;
  @ExternalID('pay-2001') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @TextOrNull(100, { example: 'PL-2001', amongWords: true }) reference!: string | null;
  @Ref('Job', { required: true, example: 1 }) jobID!: number | null;
  @Ref('Candidate', { required: true, example: 1 }) candidateID!: number | null;
  @Ref('Contact', { example: 1, description: 'By default the first contact of the job.' }) contactID!: number | null;
  @Ref('Client', { example: 1, description: 'By default the client of the job.' }) clientID!: number | null;
  @Ref('Application', { example: 1, description: 'By default the open application of the candidate for the job.' }) applicationID!:
    number | null;
  @TextOrNull(100, {
    example: 'PO-77120',
    description: 'The order of the client that its work and fee are charged to. By default the clientReference of the job.',
  })
  purchaseOrder!: string | null;
  @Lookup('placementType', { example: 2, description: 'By default that of the job.' }) typeID!: number | null;
  @Lookup('placementStatus', {
    required: true,
    example: 3,
    description: 'An approved placement starts on its first day and ends after its last automatically.',
  })
  statusID!: number | null;
  @Day({ example: '2026-10-22T00:00:00.000Z' }) startDate?: Date;
  @Day({ example: '2027-04-20T00:00:00.000Z', description: 'The last day; unset: open-ended.' }) endDate?: Date;
  @TextOrNull(1000, { example: null, description: 'Why it ended.' }) endReason!: string | null;
  @Moment({ example: '2026-11-16T02:00:00.000Z', description: 'By default when the status becomes Approved.' }) approvedDate?: Date;
  @Amount({ minimum: 0, example: 65, description: 'By default that of the job.', scope: 'pay' }) payRate!: number;
  @Amount({ minimum: 0, example: 92, description: 'By default that of the job.', scope: 'pay' }) chargeRate!: number;
  @Amount({ minimum: 0, example: 7, description: 'By default those of the job.', scope: 'pay' }) onCosts!: number;
  @Lookup('unit', { example: 1, description: 'The unit of all three rates.' }) rateUnits!: number | null;
  @Double({ minimum: 0, example: 7.6 }) hoursPerDay!: number;
  @Amount({ derived: true, example: 699.2, description: 'The charge rate per day.', scope: 'pay' }) dailyCharge!: number;
  @Amount({ derived: true, example: 494, description: 'The pay rate per day.', scope: 'pay' }) dailyPay!: number;
  @Amount({ derived: true, example: 53.2, description: 'The on-costs per day.', scope: 'pay' }) dailyOnCosts!: number;
  @Amount({ derived: true, example: 152, description: 'dailyCharge less dailyPay and dailyOnCosts.', scope: 'pay' }) dailyMargin!: number;
  @Amount({ derived: true, example: 21.74, description: 'dailyMargin in percent of dailyCharge; 0 without a charge.', scope: 'pay' })
  marginPercentage!: number;
  @Amount({ minimum: 0, example: 0, description: 'Per year. By default that of the job, for a permanent placement.', scope: 'pay' })
  salary!: number;
  @Amount({ minimum: 0, example: 0, description: 'The fee in percent of the salary; 0 for a fixed fee.', scope: 'pay' })
  feePercentage!: number;
  @Amount({
    minimum: 0,
    example: 0,
    description: 'Follows feePercentage and salary when they change, unless it is sent with them.',
    scope: 'pay',
  })
  feeAmount!: number;
  @Ref('PayFrequency', { example: 1, description: 'An enabled pay frequency, or the one the placement already has.' }) payFrequencyID!:
    number | null;
  @IntEnum([1, 2], { example: 1, description: '1 employee, 2 subcontractor: by which accounts of the payroll system the work is paid.' })
  workerKind!: 1 | 2;
  @Ref('Division', { example: 1, description: 'By default the division of the job.' }) division!: number | null;
  /** The last day for which the service has made the timesheets that are due. */
  @Day({ derived: true, inResponse: 'nowhere', hidden: true }) timesheetsTo?: Date;
  @LongTextOrNull({ example: 'Site induction on the first day, 6:30 am.' }) notes!: string | null;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
