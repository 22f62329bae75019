import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, QueryBoolean, QueryOneOf } from '../core/http';
import type { RunStatus } from './automation.entity';
import type { RunTrigger } from './running/queue-run';

const TRIGGERS: readonly RunTrigger[] = ['manual', 'schedule', 'event'];
const STATUSES: readonly RunStatus[] = ['queued', 'running', 'completed', 'failed', 'cancelled', 'skipped'];
const OUTCOMES = ['planned', 'processed', 'skipped', 'failed'] as const;

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 12 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;

/** One execution of an automation. */
export class RunDto {
  @ApiProperty({ ...COUNT, example: 1 }) id!: number;
  @ApiProperty({ ...COUNT, example: 1 }) automationId!: number;
  @ApiProperty({ ...COUNT, example: 1, description: 'The version of the automation that ran.' }) automationVersion!: number;
  @ApiProperty({ type: String, enum: [...TRIGGERS], example: 'manual' }) trigger!: string;
  @ApiProperty({ type: String, enum: [...STATUSES], example: 'completed' }) status!: string;
  @ApiProperty({
    type: String,
    maxLength: 1000,
    required: false,
    description: 'Why the run failed, was skipped, was cancelled or is waiting.',
    example: 'paused',
  })
  reason?: string;
  @ApiProperty({ ...COUNT, description: 'Number of records that match the filters.' }) matched!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Excluded because they were processed recently.' }) excluded!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Left out because of the maximum number of records per run.' }) leftOut!: number;
  @ApiProperty(COUNT) taken!: number;
  @ApiProperty(COUNT) processed!: number;
  @ApiProperty({ ...COUNT, example: 0 }) skipped!: number;
  @ApiProperty({ ...COUNT, example: 0 }) failed!: number;
  @ApiProperty(WHEN) queuedAt!: string;
  @ApiProperty({ ...WHEN, required: false }) startedAt?: string;
  @ApiProperty({ ...WHEN, required: false }) finishedAt?: string;
}

/** The outcome of an action. */
export class RunActionDto {
  @ApiProperty({ type: String, maxLength: 50, example: '1' }) id!: string;
  @ApiProperty({ type: String, maxLength: 50, example: 'addTag' }) type!: string;
  @ApiProperty({
    type: String,
    enum: ['done', 'unchanged', 'skipped', 'failed', 'undone'],
    example: 'done',
    description:
      'skipped: not done for the reason in detail, for example because the person opted out. undone: rolled back because a later ' +
      'action failed.',
  })
  outcome!: string;
  @ApiProperty({ type: String, maxLength: 100_000, required: false, example: 'The candidate 7 has the email1 already.' }) detail?: string;
}

/** The outcome of a record in a run. */
export class RunRecordDto {
  @ApiProperty({ ...COUNT, example: 1 }) recordId!: number;
  @ApiProperty({ type: String, maxLength: 50, example: 'Contacts' }) module!: string;
  @ApiProperty({ type: String, enum: [...OUTCOMES], example: 'processed' }) outcome!: string;
  @ApiProperty({ type: String, maxLength: 1000, required: false, example: 'no longer matches' }) reason?: string;
  @ApiProperty({ ...COUNT, required: false, example: 2, description: 'Number of attempts, unless the first one was final.' })
  attempts?: number;
  @ApiProperty({
    ...WHEN,
    required: false,
    description: 'When a record that failed is tried again, according to the retry setting of the action.',
  })
  tryAgainAt?: string;
  @ApiProperty({ type: () => [RunActionDto], maxItems: 50 }) actions!: RunActionDto[];
}

export class RunListQuery extends PageQuery {
  @QueryOneOf(STATUSES, { description: 'Only runs with this status.' })
  readonly status?: RunStatus;

  @QueryOneOf(TRIGGERS, { description: 'Only runs with this trigger.' })
  readonly trigger?: RunTrigger;
}

export class RunRecordListQuery extends PageQuery {
  @QueryOneOf(OUTCOMES, { description: 'Only records with this outcome.' })
  readonly outcome?: (typeof OUTCOMES)[number];
}

export class RunNowQuery {
  @QueryBoolean({ default: false, description: 'true: returns 200 with everything that a run would do now, without doing it.' })
  readonly dryRun!: boolean;
}
