import { Entity, Index } from 'typeorm';
import { NAME } from '../../core/sql/columns';
import { Stamped } from '../../core/fields/stamped';
import {
  Amount,
  AmountOrNull,
  Day,
  Double,
  DoubleOrNull,
  Id,
  Int,
  Lookup,
  Moment,
  Ref,
  TextOrNull,
  TimeOrNull,
} from '../../core/fields/decorators';
import { ExternalID, ExternalKey } from '../../core/fields/external-id';

const FIXED = 'Fixed at approval, unset until then.';
const rate = (example: number, description: string) =>
  ({ derived: true, scope: 'pay', example, description: `${description} ${FIXED}` }) as const;

/** The hours of a placement in one period. */
@Entity('timesheet')
export class Timesheet extends Stamped {
  @Id() id!: number;
  @ExternalID('time-9001') externalID?: string;
  @ExternalKey() externalKey!: string | null;
  @Ref('Placement', { required: true, example: 1 }) placementID!: number | null;
  @Ref('Candidate', { example: 1, description: 'That of the placement.' }) candidateID!: number | null;
  @Lookup('timesheetStatus', { required: true, example: 1 }) statusID!: number | null;
  @Ref('Timesheet', {
    foreignKey: false,
    example: 0,
    description: 'The approved timesheet that this one corrects. Set when it is created.',
  })
  adjustsID!: number | null;
  @Day({ example: '2026-11-16T00:00:00.000Z', description: 'By default, with periodEnd, the period of its lines, else the present one.' })
  periodStart?: Date;
  @Day({ example: '2026-11-22T00:00:00.000Z' }) periodEnd?: Date;
  @Day({ example: '2026-11-23T00:00:00.000Z', description: 'By default the day after periodEnd, or as the setting dueAfterDays says.' })
  dueDate?: Date;
  @Double({ example: 38, description: 'The sum of its lines. Without lines, ordinary hours as they are sent.' }) hours!: number;
  @AmountOrNull(rate(65, 'The pay rate of the placement.')) payRate!: number | null;
  @AmountOrNull(rate(7, 'The on-costs of the placement.')) onCostsRate!: number | null;
  @AmountOrNull(rate(92, 'The charge rate of the placement.')) chargeRate!: number | null;
  @Lookup('unit', { derived: true, example: 1, description: `The units of these rates. ${FIXED}` }) rateUnits!: number | null;
  @DoubleOrNull({ derived: true, example: 7.6, description: `That of the placement. ${FIXED}` }) hoursPerDay!: number | null;
  @TextOrNull(100, { derived: true, example: 'PO-77120', description: `That of the placement. ${FIXED}` }) purchaseOrder!: string | null;
  @Lookup('currency', { derived: true, example: 1, description: `That of the job: what its amounts are in. ${FIXED}` })
  currencyID!: number | null;
  @AmountOrNull(rate(2470, 'The sum of its lines.')) totalPay!: number | null;
  @AmountOrNull(rate(266, 'The sum of its lines.')) totalOnCosts!: number | null;
  @AmountOrNull(rate(3496, 'The sum of its lines.')) totalCharge!: number | null;
  @AmountOrNull(rate(760, 'Charge less pay and on-costs.')) totalMargin!: number | null;
  @Moment({ derived: true, example: '2026-11-22T06:00:00.000Z' }) submittedDate?: Date;
  @Moment({ derived: true, example: '2026-11-23T01:00:00.000Z', description: 'When it was approved or rejected.' }) decidedDate?: Date;
  @TextOrNull(NAME * 5, { example: 'Half a day on Friday.' }) comments!: string | null;
  /** Placement and first day, of one that is live and no adjustment: no two have the same. */
  @Index({ unique: true }) @TextOrNull(40, { inResponse: 'nowhere', hidden: true, derived: true }) periodKey!: string | null;
  /** While it is saved: its lines, which are stored beside it. */
  preparedLines?: TimesheetLine[];
}

/** What was worked on one day at one kind of rate, or an allowance for that day. */
@Entity('timesheet_line')
export class TimesheetLine {
  @Id({ inResponse: 'nowhere', hidden: true }) id!: number;
  @Ref('Timesheet', { inResponse: 'nowhere', hidden: true }) timesheetID!: number | null;
  /** Its position in the list, from 1. */
  @Int({ inResponse: 'nowhere', hidden: true }) position!: number;
  @Day({ example: '2026-11-16T00:00:00.000Z' }) day?: Date;
  @Lookup('rateKind', { example: 1, description: 'By default ordinary.' }) rateKindID!: number | null;
  @Double({ example: 7.6, description: 'Follows from the times less the break, or from days, if these are given.' }) hours!: number;
  @Double({
    example: 0,
    description:
      'Instead of hours: a day or a part of it, counted with the hoursPerDay of the placement, of an adjustment with that of the timesheet it corrects.',
  })
  days!: number;
  @TimeOrNull({ example: '07:00' }) startTime!: string | null;
  @TimeOrNull({ example: '15:06', description: 'At or before startTime: on the next day.' }) endTime!: string | null;
  @Int({ minimum: 0, example: 30 }) breakMinutes!: number;
  @Amount({ example: 0, description: 'Of rate kinds without multipliers, such as allowances: paid, and charged, as it is.' })
  amount!: number;
  @TextOrNull(1000, { example: 'Concrete pour.' }) notes!: string | null;
  @AmountOrNull(rate(494, 'To the candidate.')) pay!: number | null;
  @AmountOrNull(rate(53.2, 'Of the pay.')) onCosts!: number | null;
  @AmountOrNull(rate(699.2, 'To the client.')) charge!: number | null;
  @AmountOrNull(rate(152, 'Charge less pay and on-costs.')) margin!: number | null;
}
