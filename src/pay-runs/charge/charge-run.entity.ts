import { Entity, Index } from 'typeorm';
import { Amount, Day, Int, Lookup, Ref, TextOrNull } from '../../core/fields/decorators';
import { Run, RunLine } from '../run.entity';

/** Timesheets and fees that are charged together. */
@Entity('charge_run')
export class ChargeRun extends Run {
  @Int({ derived: true, example: 6, description: 'How many clients it charges.' }) clients!: number;
  @Amount({ derived: true, scope: 'pay', example: 48944, description: 'To the clients, fees included.' }) totalCharge!: number;
}

/** The work of one kind in a timesheet, or the fee of a permanent placement, as it is charged to a client. */
@Entity('charge_run_line')
export class ChargeRunLine extends RunLine {
  @Ref('ChargeRun', { example: 1 }) chargeRunID!: number | null;
  @TextOrNull(100, { example: 'PO-77120', description: 'That of the timesheet, of a fee that of the placement.' })
  purchaseOrder!: string | null;
  @Day({ example: '2026-11-16T00:00:00.000Z', description: 'The period of the timesheet; of a fee, both are the start date.' })
  periodStart?: Date;
  @Day({ example: '2026-11-22T00:00:00.000Z' }) periodEnd?: Date;
  @Amount({
    scope: 'pay',
    example: 92,
    description: 'That of the timesheet, before the multiplier of the rate kind; 0 for allowances and fees.',
  })
  chargeRate!: number;
  @Lookup('unit', { example: 1, description: 'The unit of the charge rate.' }) rateUnits!: number | null;
  /** What it charges, unless its run is cancelled: no two lines have the same. */
  @Index({ unique: true }) @TextOrNull(40, { inResponse: 'nowhere', hidden: true, derived: true }) claim!: string | null;
}
