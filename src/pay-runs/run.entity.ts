import { Amount, Day, Double, Id, Int, IntEnum, Lookup, Moment, Ref, Text, TextEnum, TextOrNull, Version } from '../core/fields/decorators';
import { NAME } from '../core/sql/columns';

/** What a line of a run is for. */
const LINE_KINDS = ['work', 'fee'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** What pay runs and charge runs have in common: timesheets and fees of a division that are collected together. */
export abstract class Run {
  @Id() id!: number;
  @TextOrNull(NAME, { derived: true, example: 'Weekly to 2026-11-22' }) name!: string | null;
  @Ref('Division', { required: true, example: 1, description: 'Whose timesheets it collects, by whose payroll settings.' }) division!:
    number | null;
  @Ref('PayFrequency', { required: true, example: 1, description: 'Of the placements whose timesheets it collects.' }) payFrequencyID!:
    number | null;
  @Day({
    required: true,
    example: '2026-11-22T00:00:00.000Z',
    description: 'It collects timesheets whose period ends on this day or before.',
  })
  periodEnd?: Date;
  @Lookup('currency', {
    example: 1,
    description: 'Of all of its amounts. It collects what is in this currency; without one, everything, which must be in the same.',
  })
  currencyID!: number | null;
  @Lookup('payRunStatus', { example: 1 }) statusID!: number | null;
  @Int({ derived: true, example: 14, description: 'How many timesheets it has.' }) timesheets!: number;
  @Int({ derived: true, example: 1, description: 'How many fees of permanent placements it has.' }) fees!: number;
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
  preparedLines?: RunLine[];
}

/** What the lines of both have in common. */
export abstract class RunLine {
  @Id() id!: number;
  @TextEnum(LINE_KINDS, { example: 'work', description: 'work: of a timesheet. fee: of a permanent placement.' }) kind!: string;
  @Ref('Timesheet', { example: 12, description: '0 for a fee.' }) timesheetID!: number | null;
  @Ref('Placement', { example: 1 }) placementID!: number | null;
  @Ref('Candidate', { example: 1 }) candidateID!: number | null;
  @Ref('Client', { example: 1 }) clientID!: number | null;
  @Lookup('rateKind', { example: 1 }) rateKindID!: number | null;
  @Double({ example: 7.6 }) hours!: number;
  @Double({ example: 0 }) days!: number;
  @IntEnum([1, 2], { example: 1, description: 'That of the placement: 1 employee, 2 subcontractor.' }) workerKind!: 1 | 2;
  @Text(100, { example: 'AU', description: 'The region of the payroll settings that the accounts are of.' }) region!: string;
  @Text(100, { example: '4-2000', description: 'The account of the charge: contractIncomeAccount… or permIncomeAccount of the region.' })
  incomeAccount!: string;
  @Lookup('currency', { example: 1, description: 'That of the timesheet; of a fee, that of the job when it was collected.' })
  currencyID!: number | null;
  @Amount({ scope: 'pay', example: 699.2 }) charge!: number;
}
