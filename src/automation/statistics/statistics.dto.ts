import { ApiProperty } from '@nestjs/swagger';
import { QueryInt } from '../../core/http';

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 } as const;
const DAY = { type: String, maxLength: 10, example: '2026-11-20' } as const;
/** Reasons that are listed. */
export const MOST_REASONS = 20;
const MOST_DAYS = 366;

export class StatisticsQuery {
  @QueryInt({
    minimum: 1,
    maximum: MOST_DAYS,
    default: 30,
    description: 'So many days, today included, in the time zone of the automation.',
  })
  readonly days!: number;
}

/** How many records came to what. */
export class RecordCountsDto {
  @ApiProperty({ ...COUNT, example: 1 }) runs!: number;
  @ApiProperty({ ...COUNT, example: 12, description: 'Records that the runs took.' }) taken!: number;
  @ApiProperty({ ...COUNT, example: 11 }) processed!: number;
  @ApiProperty({ ...COUNT, example: 0 }) skipped!: number;
  @ApiProperty({ ...COUNT, example: 1 }) failed!: number;
}

/** By the day on which runs were queued and messages sent. */
export class DayStatisticsDto extends RecordCountsDto {
  @ApiProperty(DAY) date!: string;
  @ApiProperty({ ...COUNT, example: 9, description: 'Messages and webhooks that were sent.' }) delivered!: number;
}

export class FailureDto {
  @ApiProperty({ type: String, maxLength: 1000, example: 'The contact # has no e-mail address.', description: 'With # for numbers.' })
  reason!: string;
  @ApiProperty({ ...COUNT, example: 1 }) records!: number;
}

export class DeliveryCountsDto {
  @ApiProperty({ ...COUNT, example: 9 }) sent!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Queued, being sent, or to be tried again.' }) waiting!: number;
  @ApiProperty({ ...COUNT, example: 0 }) dead!: number;
  @ApiProperty({ ...COUNT, example: 0 }) cancelled!: number;
}

/** What the runs of an automation came to, as far as they are kept. */
export class StatisticsDto extends RecordCountsDto {
  @ApiProperty({ ...COUNT, minimum: 1, example: 1 }) automationId!: number;
  @ApiProperty({ type: String, maxLength: 60, example: 'Australia/Sydney' }) timeZone!: string;
  @ApiProperty(DAY) from!: string;
  @ApiProperty(DAY) to!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: COUNT,
    example: { completed: 1 },
    description: 'Runs by status.',
  })
  runsByStatus!: Readonly<Record<string, number>>;
  @ApiProperty({ type: () => [FailureDto], maxItems: MOST_REASONS, description: 'Why records failed, the most frequent reason first.' })
  failures!: FailureDto[];
  @ApiProperty({ type: () => DeliveryCountsDto }) deliveries!: DeliveryCountsDto;
  @ApiProperty({ type: () => [DayStatisticsDto], maxItems: MOST_DAYS, description: 'Every day, the earliest first.' })
  days!: DayStatisticsDto[];
}
