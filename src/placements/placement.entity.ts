import { Entity } from 'typeorm';
import { Stamped } from '../core/fields/stamped';
import { Day, Double, Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull, ExternalID, ExternalKey } from '../core/fields/decorators';

/** A past, present or future assignment of a candidate with a client. */
@Entity('placement')
export class Placement extends Stamped {
  @Id() id!: number;
  @ExternalID('pay-2001') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @TextOrNull(100, { example: 'PL-2001' }) reference!: string | null;
  @Ref('Job', { example: 1 }) jobID!: number | null;
  @Ref('Candidate', { example: 1 }) candidateID!: number | null;
  @Ref('Contact', { example: 1, description: 'By default the first contact of the job.' }) contactID!: number | null;
  @Ref('Client', { example: 1, description: 'By default the client of the job.' }) clientID!: number | null;
  @Ref('Application', { example: 1, description: 'By default the open application of the candidate for the job.' }) applicationID!:
    number | null;
  @Lookup('placementType', { example: 2, description: 'By default that of the job.' }) typeID!: number | null;
  @Lookup('placementStatus', {
    example: 3,
    description: 'An approved placement starts on its first day and ends after its last automatically.',
  })
  statusID!: number | null;
  @Day({ example: '2026-10-22T00:00:00.000Z' }) startDate?: Date;
  @Day({ example: '2027-04-20T00:00:00.000Z', description: 'The last day; unset: open-ended.' }) endDate?: Date;
  @TextOrNull(1000, { example: null, description: 'Why it ended.' }) endReason!: string | null;
  @Moment({ example: '2026-11-16T02:00:00.000Z', description: 'By default when the status becomes Approved.' }) approvedDate?: Date;
  @Double({ minimum: 0, example: 65, scope: 'pay' }) payRate!: number;
  @Double({ minimum: 0, example: 92, scope: 'pay' }) chargeRate!: number;
  @Double({ minimum: 0, example: 7, scope: 'pay' }) onCosts!: number;
  @Lookup('unit', { example: 1 }) rateUnits!: number | null;
  @Double({ minimum: 0, example: 7.6 }) hoursPerDay!: number;
  @Double({ derived: true, example: 152, description: 'Charge rate less pay rate and on-costs, per day.', scope: 'pay' })
  dailyMargin!: number;
  @Double({ minimum: 0, example: 0, scope: 'pay' }) salary!: number;
  @Double({ minimum: 0, example: 0, scope: 'pay' }) feeAmount!: number;
  @Ref('PayFrequency', { example: 1, description: 'An enabled pay frequency, or the one the placement already has.' }) payFrequencyID!:
    number | null;
  @Ref('Division', { example: 1, description: 'By default the division of the job.' }) division!: number | null;
  /** The last day for which the service has made the timesheets that are due. */
  @Day({ derived: true, inResponse: 'nowhere', hidden: true }) timesheetsTo?: Date;
  @LongTextOrNull({ example: 'Site induction on the first day, 6:30 am.' }) notes!: string | null;
  @Ref('User', { example: 1 }) ownerID!: number | null;
}
