import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { INT32 } from '../../core/fields/value-rules';
import { QueryDay, QueryInt } from '../../core/http';
import { NAME } from '../../core/sql/columns';

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;
const MONEY = { type: 'number', format: 'double', minimum: -1e15, maximum: 1e15 } as const;

/** What part of a placement a consultant is credited with. */
export class CreditDto {
  @ApiProperty({ ...ID, example: 1 }) readonly consultantID!: number;
  @ApiProperty({ type: String, maxLength: NAME, example: 'Amelia Hart' }) readonly consultantName!: string;
  @ApiProperty({ type: 'number', format: 'double', minimum: 0, maximum: 100, example: 60 }) readonly percentage!: number;
}

export const CREDITS: ApiPropertyOptions = {
  type: () => [CreditDto],
  maxItems: 5,
  description: 'The consultants of the job and their percentages at the approval of the placement; none before it.',
};

export class CreditQuery {
  @QueryDay({ example: '2026-07-01', description: 'Only placements approved on this day or later, in the time zone of the service.' })
  readonly from?: Date | null;
  @QueryDay({ example: '2027-06-30', description: 'Only placements approved on this day or before.' }) readonly to?: Date | null;
  @QueryInt({ minimum: 0, description: 'Only this consultant; 0: what nobody is credited with.' }) readonly consultantID?: number;
}

/** What a consultant is credited with, in one currency. Amounts are split in cents that sum to the whole. */
export class CreditTotalsDto {
  @ApiProperty({ ...ID, example: 1, description: '0: what nobody is credited with.' }) readonly consultantID!: number;
  @ApiProperty({ type: String, maxLength: NAME, nullable: true, example: 'Amelia Hart' }) readonly consultantName!: string | null;
  @ApiProperty({ ...ID, example: 1, description: 'The currency of the jobs; 0: none.' }) readonly currencyID!: number;
  @ApiProperty({ type: String, maxLength: NAME, nullable: true, example: 'Australian dollar' }) readonly currencyName!: string | null;
  @ApiProperty({ ...ID, example: 4, description: 'Placements with a share of this consultant.' }) readonly placements!: number;
  @ApiProperty({ ...MONEY, minimum: 0, example: 2.6, description: 'The sum of the shares: 0.6 of a placement with 60 %.' })
  readonly placementShare!: number;
  @ApiProperty({ ...MONEY, minimum: 0, example: 13320, description: 'The share of the fees.' }) readonly feeAmount!: number;
  @ApiProperty({ ...MONEY, example: 184.4, description: 'The share of the daily margins.' }) readonly dailyMargin!: number;
}
