import { ApiProperty } from '@nestjs/swagger';
import { NameOf } from '../../core/fields/decorators';
import { PartOf, ResponseOf } from '../../core/fields/shapes';
import { INT32 } from '../../core/fields/value-rules';
import { QueryOneOf } from '../../core/http';
import { FULL_NAME } from '../../core/sql/columns';
import { NEEDED, SHOWN, WANTED } from '../run.dto';
import { PayRun, PayRunLine } from './pay-run.entity';

/** A pay run with the names of what it refers to. */
export class PayRunDto extends ResponseOf(PayRun) {
  @NameOf('division', { example: 'Construction' }) divisionName!: string | null;
  @NameOf('payFrequencyID', { example: 'Weekly' }) payFrequencyName!: string | null;
  @NameOf('statusID', { example: 'Draft' }) statusName!: string | null;
  @NameOf('currencyID', { example: 'Australian dollar' }) currencyName!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('approvedByID', { example: 'Arjun Patel' }) approvedByName!: string | null;
}

/** A line of a pay run with names. */
export class PayRunLineDto extends ResponseOf(PayRunLine) {
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('rateKindID', { example: 'Ordinary' }) rateKindName!: string | null;
  @NameOf('currencyID', { example: 'Australian dollar' }) currencyName!: string | null;
}

/** Which timesheets a pay run pays. */
export class PayRunCreateDto extends PartOf(PayRun, WANTED, NEEDED, { ...SHOWN, payFrequencyID: 2 }) {}

/** The same of a run that is only previewed. */
export class PayRunPreviewCreateDto extends PartOf(PayRun, WANTED, NEEDED, { ...SHOWN, payFrequencyID: 3 }) {}

/** A pay run as it would be created now, with all of its lines. Ids that do not exist yet are 0. */
export class PayRunPreviewDto extends PayRunDto {
  @ApiProperty({ type: () => [PayRunLineDto], maxItems: INT32.maximum }) lines!: PayRunLineDto[];
}

/** An export as JSON. */
export class PayRunFileDto {
  @ApiProperty({ type: () => PayRunDto }) payRun!: PayRunDto;
  @ApiProperty({ type: () => [PayRunLineDto], maxItems: INT32.maximum }) lines!: PayRunLineDto[];
}

const TOTALS_BY = ['placement', 'candidate', 'client', 'consultant'] as const;
export type TotalsBy = (typeof TOTALS_BY)[number];

export class PayRunTotalsQuery {
  @QueryOneOf(TOTALS_BY, { default: 'placement', description: 'What the lines are added up by.' }) readonly by!: TotalsBy;
}

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;
const NUMBER = { type: 'number', format: 'double', minimum: -1e15, maximum: 1e15 } as const;

/** What the lines of one placement, candidate, client or consultant come to. */
export class PayRunTotalsDto {
  @ApiProperty({ ...ID, example: 1, description: 'Of consultants, 0: what nobody is credited with.' }) readonly id!: number;
  @ApiProperty({ type: String, maxLength: FULL_NAME, nullable: true, example: 'PL-2001' }) readonly name!: string | null;
  @ApiProperty({ ...ID, example: 1, description: 'Sums are of one currency each.' }) readonly currencyID!: number;
  @ApiProperty({ ...NUMBER, example: 38, description: 'Of consultants, their share of the hours, to hundredths.' })
  readonly hours!: number;
  @ApiProperty({ ...NUMBER, example: 2470 }) readonly pay!: number;
  @ApiProperty({ ...NUMBER, example: 266 }) readonly onCosts!: number;
  @ApiProperty({ ...NUMBER, example: 3496 }) readonly charge!: number;
  @ApiProperty({ ...NUMBER, example: 760 }) readonly margin!: number;
}
