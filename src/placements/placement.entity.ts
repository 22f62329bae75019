import { Entity } from 'typeorm';
import { NAME } from '../database/columns';
import { Stamped } from '../fields/stamped';
import { Day, Double, Id, LongTextOrNull, Lookup, Moment, Ref, TextOrNull } from '../fields/vocabulary';

/** A candidate at work for a client, or about to be, or once. */
@Entity('placement')
export class Placement extends Stamped {
  @Id() id!: number;
  @TextOrNull(100) reference!: string | null;
  @Ref('Job') jobID!: number | null;
  @Ref('Candidate') candidateID!: number | null;
  @Ref('Contact') contactID!: number | null;
  @Ref('Client') clientID!: number | null;
  @Ref('Application') applicationID!: number | null;
  @Lookup('placementType') typeID!: number | null;
  @Lookup('placementStatus') statusID!: number | null;
  @Day() startDate?: Date;
  @Day() endDate?: Date;
  @Moment() approvedDate?: Date;
  @Double({ minimum: 0 }) payRate!: number;
  @Double({ minimum: 0 }) chargeRate!: number;
  @Double({ minimum: 0 }) onCosts!: number;
  @Lookup('unit') rateUnits!: number | null;
  @Double({ minimum: 0 }) hoursPerDay!: number;
  /** Charge less pay and on-costs, per day. */
  @Double({ derived: true }) dailyMargin!: number;
  @Double({ minimum: 0 }) salary!: number;
  @Double({ minimum: 0 }) feeAmount!: number;
  @Ref('PayFrequency') payFrequencyID!: number | null;
  @Ref('Division') division!: number | null;
  @LongTextOrNull() notes!: string | null;
  @Ref('User') ownerID!: number | null;
}

/** The hours of a placement in one period. */
@Entity('timesheet')
export class Timesheet extends Stamped {
  @Id() id!: number;
  @Ref('Placement') placementID!: number | null;
  @Ref('Candidate') candidateID!: number | null;
  @Lookup('timesheetStatus') statusID!: number | null;
  @Day() periodStart?: Date;
  @Day() periodEnd?: Date;
  @Day() dueDate?: Date;
  @Double({ minimum: 0 }) hours!: number;
  @Moment() submittedDate?: Date;
  @Moment() decidedDate?: Date;
  @TextOrNull(NAME * 5) comments!: string | null;
}

/** SQL: the placement `pl` is approved and today is one of its days. A placement without an end runs on. */
export const RUNNING =
  'pl.deleted = 0 AND pl.statusID IN (2, 3) AND pl.startDate <= :now AND (pl.endDate IS NULL OR pl.endDate >= SUBSTR(:now, 1, 10))';
