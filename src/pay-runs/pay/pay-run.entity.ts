import { Entity, Index } from 'typeorm';
import { Amount, Day, Int, Ref, Text, TextOrNull } from '../../core/fields/decorators';
import { Run, RunLine } from '../run.entity';

const sumOf = (example: number, description: string) => ({ derived: true, scope: 'pay', example, description }) as const;

/** Timesheets that are paid together, and fees that are charged with them. */
@Entity('pay_run')
export class PayRun extends Run {
  @Amount(sumOf(34580, 'To the candidates.')) totalPay!: number;
  @Amount(sumOf(3724, 'Of the pay.')) totalOnCosts!: number;
  @Amount(sumOf(48944, 'To the clients, fees included.')) totalCharge!: number;
  @Amount(sumOf(10640, 'Charge less pay and on-costs.')) totalMargin!: number;
}

/** One line of a timesheet, or the fee of a permanent placement, with the accounts of the payroll system. */
@Entity('pay_run_line')
export class PayRunLine extends RunLine {
  @Ref('PayRun', { example: 1 }) payRunID!: number | null;
  @Day({ example: '2026-11-16T00:00:00.000Z', description: 'Absent for hours that are not of a certain day. Of a fee, the start date.' })
  day?: Date;
  @Int({ example: 31, description: 'defaultSuperItemID of the region; 0 for subcontractors and fees.' }) superItemID!: number;
  @Int({ example: 0, description: 'permChargeItemID of the division, for a fee.' }) chargeItemID!: number;
  @Int({ example: 501, description: 'glGroupEmployee or glGroupSubContractor of the region; 0 for a fee.' }) glGroup!: number;
  @Text(100, { example: '5-2000', description: 'The account of the pay: contractExpenseAccount… of the region; "" for a fee.' })
  expenseAccount!: string;
  @Amount({ scope: 'pay', example: 494 }) pay!: number;
  @Amount({ scope: 'pay', example: 53.2 }) onCosts!: number;
  @Amount({ scope: 'pay', example: 152 }) margin!: number;
  /** What it pays, unless its run is cancelled: no two lines have the same. */
  @Index({ unique: true }) @TextOrNull(40, { inResponse: 'nowhere', hidden: true, derived: true }) claim!: string | null;
}
