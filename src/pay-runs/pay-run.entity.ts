import { Entity, Index } from 'typeorm';
import { Amount, Day, Double, Id, Int, IntEnum, Lookup, Moment, Ref, Text, TextEnum, TextOrNull, Version } from '../core/fields/decorators';
import { NAME } from '../core/sql/columns';

/** What a line of a pay run is for. */
export const LINE_KINDS = ['work', 'fee'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

const sumOf = (example: number, description: string) => ({ derived: true, scope: 'pay', example, description }) as const;

/** Timesheets that are paid together, and fees that are charged with them. */
@Entity('pay_run')
export class PayRun {
  @Id() id!: number;
  @TextOrNull(NAME, { derived: true, example: 'Weekly to 2026-11-22' }) name!: string | null;
  @Ref('Division', { example: 1, description: 'Whose timesheets it pays, by whose payroll settings.' }) division!: number | null;
  @Ref('PayFrequency', { example: 1, description: 'Of the placements whose timesheets it pays.' }) payFrequencyID!: number | null;
  @Day({ example: '2026-11-22T00:00:00.000Z', description: 'It pays timesheets whose period ends on this day or before.' })
  periodEnd?: Date;
  @Lookup('payRunStatus', { example: 1 }) statusID!: number | null;
  @Int({ derived: true, example: 14, description: 'How many timesheets it pays.' }) timesheets!: number;
  @Int({ derived: true, example: 1, description: 'How many fees of permanent placements it has.' }) fees!: number;
  @Amount(sumOf(34580, 'To the candidates.')) totalPay!: number;
  @Amount(sumOf(3724, 'Of the pay.')) totalOnCosts!: number;
  @Amount(sumOf(48944, 'To the clients, fees included.')) totalCharge!: number;
  @Amount(sumOf(10640, 'Charge less pay and on-costs.')) totalMargin!: number;
  @Ref('User', { derived: true, example: 1 }) createdByID!: number | null;
  @Moment({ derived: true, index: true, example: '2026-11-23T01:00:00.000Z' }) createdDate?: Date;
  @Ref('User', { derived: true, example: 1 }) updatedByID!: number | null;
  @Moment({ derived: true, example: '2026-11-23T02:00:00.000Z' }) updatedDate?: Date;
  @Ref('User', { derived: true, example: 10, description: 'Somebody else than who created it.' }) approvedByID!: number | null;
  @Moment({ derived: true, example: '2026-11-23T02:00:00.000Z' }) approvedDate?: Date;
  @Moment({ derived: true, example: '2026-11-24T02:00:00.000Z' }) completedDate?: Date;
  @Moment({ derived: true, example: '2026-11-24T02:00:00.000Z' }) cancelledDate?: Date;
  @Version() version!: number;
  /** While it is saved: its lines, which are stored beside it. */
  preparedLines?: PayRunLine[];
}

/** One line of a timesheet, or the fee of a permanent placement, with the accounts of the payroll system. */
@Entity('pay_run_line')
export class PayRunLine {
  @Id() id!: number;
  @Ref('PayRun', { example: 1 }) payRunID!: number | null;
  @TextEnum(LINE_KINDS, { example: 'work', description: 'work: of a timesheet. fee: of a permanent placement.' }) kind!: string;
  @Ref('Timesheet', { example: 12, description: '0 for a fee.' }) timesheetID!: number | null;
  @Ref('Placement', { example: 1 }) placementID!: number | null;
  @Ref('Candidate', { example: 1 }) candidateID!: number | null;
  @Ref('Client', { example: 1 }) clientID!: number | null;
  @Day({ example: '2026-11-16T00:00:00.000Z', description: 'Absent for hours that are not of a certain day. Of a fee, the start date.' })
  day?: Date;
  @Lookup('rateKind', { example: 1 }) rateKindID!: number | null;
  @Double({ example: 7.6 }) hours!: number;
  @Double({ example: 0 }) days!: number;
  @IntEnum([1, 2], { example: 1, description: 'That of the placement: 1 employee, 2 subcontractor.' }) workerKind!: 1 | 2;
  @Text(100, { example: 'AU', description: 'The region of the payroll settings that the accounts are of.' }) region!: string;
  @Int({ example: 31, description: 'defaultSuperItemID of the region; 0 for subcontractors and fees.' }) superItemID!: number;
  @Int({ example: 0, description: 'permChargeItemID of the division, for a fee.' }) chargeItemID!: number;
  @Int({ example: 501, description: 'glGroupEmployee or glGroupSubContractor of the region; 0 for a fee.' }) glGroup!: number;
  @Text(100, { example: '4-2000', description: 'The account of the charge: contractIncomeAccount… or permIncomeAccount of the region.' })
  incomeAccount!: string;
  @Text(100, { example: '5-2000', description: 'The account of the pay: contractExpenseAccount… of the region; "" for a fee.' })
  expenseAccount!: string;
  @Amount({ scope: 'pay', example: 494 }) pay!: number;
  @Amount({ scope: 'pay', example: 53.2 }) onCosts!: number;
  @Amount({ scope: 'pay', example: 699.2 }) charge!: number;
  @Amount({ scope: 'pay', example: 152 }) margin!: number;
  /** What it pays, unless its run is cancelled: no two lines have the same. */
  @Index({ unique: true }) @TextOrNull(40, { inResponse: 'nowhere', hidden: true, derived: true }) claim!: string | null;
}
