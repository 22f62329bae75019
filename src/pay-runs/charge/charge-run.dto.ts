import { ApiProperty } from '@nestjs/swagger';
import { NameOf } from '../../core/fields/decorators';
import { PartOf, ResponseOf } from '../../core/fields/shapes';
import { INT32 } from '../../core/fields/value-rules';
import { QueryOneOf } from '../../core/http';
import { FULL_NAME } from '../../core/sql/columns';
import { NEEDED, SHOWN, WANTED } from '../run.dto';
import { ChargeRun, ChargeRunLine } from './charge-run.entity';

/** A charge run with the names of what it refers to. */
export class ChargeRunDto extends ResponseOf(ChargeRun) {
  @NameOf('division', { example: 'Construction' }) divisionName!: string | null;
  @NameOf('payFrequencyID', { example: 'Weekly' }) payFrequencyName!: string | null;
  @NameOf('statusID', { example: 'Draft' }) statusName!: string | null;
  @NameOf('currencyID', { example: 'Australian dollar' }) currencyName!: string | null;
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @NameOf('approvedByID', { example: 'Arjun Patel' }) approvedByName!: string | null;
}

/** A line of a charge run with names. */
export class ChargeRunLineDto extends ResponseOf(ChargeRunLine) {
  @NameOf('candidateID', { example: 'Charlotte Nguyen' }) candidateName!: string | null;
  @NameOf('clientID', { example: 'Harbour Construction Group' }) clientName!: string | null;
  @NameOf('rateKindID', { example: 'Ordinary' }) rateKindName!: string | null;
  @NameOf('currencyID', { example: 'Australian dollar' }) currencyName!: string | null;
  @NameOf('rateUnits', { example: 'Hour' }) rateUnitsName!: string | null;
}

/** Which timesheets a charge run charges. */
export class ChargeRunCreateDto extends PartOf(ChargeRun, WANTED, NEEDED, { ...SHOWN, payFrequencyID: 2 }) {}

/** The same of a run that is only previewed. */
export class ChargeRunPreviewCreateDto extends PartOf(ChargeRun, WANTED, NEEDED, { ...SHOWN, payFrequencyID: 3 }) {}

/** A charge run as it would be created now, with all of its lines. Ids that do not exist yet are 0. */
export class ChargeRunPreviewDto extends ChargeRunDto {
  @ApiProperty({ type: () => [ChargeRunLineDto], maxItems: INT32.maximum }) lines!: ChargeRunLineDto[];
}

/** An export as JSON. */
export class ChargeRunFileDto {
  @ApiProperty({ type: () => ChargeRunDto }) chargeRun!: ChargeRunDto;
  @ApiProperty({ type: () => [ChargeRunLineDto], maxItems: INT32.maximum }) lines!: ChargeRunLineDto[];
}

const CHARGED_BY = ['client', 'purchaseOrder', 'placement', 'candidate', 'consultant'] as const;
export type ChargedBy = (typeof CHARGED_BY)[number];

export class ChargeRunTotalsQuery {
  @QueryOneOf(CHARGED_BY, {
    default: 'client',
    description: 'What the lines are added up by. purchaseOrder: by client, purchase order and period.',
  })
  readonly by!: ChargedBy;
}

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;
const NUMBER = { type: 'number', format: 'double', minimum: -1e15, maximum: 1e15 } as const;
const DAY = { type: String, format: 'date-time', maxLength: 24, required: false, description: 'Only by purchase order.' } as const;

/** What the lines of one client, purchase order, placement, candidate or consultant come to. */
export class ChargeRunTotalsDto {
  @ApiProperty({ ...ID, example: 1, description: 'By purchase order, of the client. Of consultants, 0: what nobody is credited with.' })
  readonly id!: number;
  @ApiProperty({ type: String, maxLength: FULL_NAME, nullable: true, example: 'Harbour Construction Group' }) readonly name!: string | null;
  @ApiProperty({
    type: String,
    maxLength: 100,
    nullable: true,
    required: false,
    description: 'Only by purchase order.',
    example: 'PO-77120',
  })
  readonly purchaseOrder?: string | null;
  @ApiProperty({ ...DAY, example: '2026-11-16T00:00:00.000Z' }) readonly periodStart?: string;
  @ApiProperty({ ...DAY, example: '2026-11-22T00:00:00.000Z' }) readonly periodEnd?: string;
  @ApiProperty({ ...ID, example: 1, description: 'Sums are of one currency each.' }) readonly currencyID!: number;
  @ApiProperty({ ...NUMBER, example: 38, description: 'Of consultants, their share of the hours, to hundredths.' })
  readonly hours!: number;
  @ApiProperty({ ...NUMBER, example: 3496 }) readonly charge!: number;
}
