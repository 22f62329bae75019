import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, QueryBoolean, QueryOneOf } from '../http';
import type { RunStatus } from './automation.entity';
import type { RunTrigger } from './running/queue';

const TRIGGERS: readonly RunTrigger[] = ['manual', 'schedule', 'event'];
const STATUSES: readonly RunStatus[] = ['queued', 'running', 'completed', 'failed', 'cancelled', 'skipped'];
const OUTCOMES = ['planned', 'processed', 'skipped', 'failed'] as const;

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 12 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;

/** One execution of an automation. */
export class RunDto {
  @ApiProperty({ ...COUNT, example: 1 }) id!: number;
  @ApiProperty({ ...COUNT, example: 1 }) automationId!: number;
  @ApiProperty({ ...COUNT, example: 1, description: 'Which saved version of it ran.' }) automationVersion!: number;
  @ApiProperty({ type: String, enum: [...TRIGGERS], example: 'manual' }) trigger!: string;
  @ApiProperty({ type: String, enum: [...STATUSES], example: 'completed' }) status!: string;
  @ApiProperty({
    type: String,
    maxLength: 1000,
    required: false,
    description: 'Why it failed, was skipped or cancelled, or waits.',
    example: 'paused',
  })
  reason?: string;
  @ApiProperty({ ...COUNT, description: 'Records that the condition matched.' }) matched!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Left out because they were processed lately.' }) excluded!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Left out by the cap.' }) leftOut!: number;
  @ApiProperty(COUNT) taken!: number;
  @ApiProperty(COUNT) processed!: number;
  @ApiProperty({ ...COUNT, example: 0 }) skipped!: number;
  @ApiProperty({ ...COUNT, example: 0 }) failed!: number;
  @ApiProperty(WHEN) queuedAt!: string;
  @ApiProperty({ ...WHEN, required: false }) startedAt?: string;
  @ApiProperty({ ...WHEN, required: false }) finishedAt?: string;
}

/** What an action came to. */
export class RunActionDto {
  @ApiProperty({ type: String, maxLength: 50, example: '1' }) id!: string;
  @ApiProperty({ type: String, maxLength: 50, example: 'addTag' }) type!: string;
  @ApiProperty({
    type: String,
    enum: ['done', 'unchanged', 'skipped', 'failed', 'undone'],
    example: 'done',
    description: 'skipped: left out for the reason in detail, such as that the person opted out. undone: a later action failed.',
  })
  outcome!: string;
  @ApiProperty({ type: String, maxLength: 100_000, required: false, example: 'The candidate 7 has the email1 already.' }) detail?: string;
}

/** What became of a record of a run. */
export class RunRecordDto {
  @ApiProperty({ ...COUNT, example: 1 }) recordId!: number;
  @ApiProperty({ type: String, maxLength: 50, example: 'Contacts' }) module!: string;
  @ApiProperty({ type: String, enum: [...OUTCOMES], example: 'processed' }) outcome!: string;
  @ApiProperty({ type: String, maxLength: 1000, required: false, example: 'no longer matches' }) reason?: string;
  @ApiProperty({ ...COUNT, required: false, example: 2, description: 'How often it has been acted on, where that was not once.' })
  attempts?: number;
  @ApiProperty({
    ...WHEN,
    required: false,
    description: 'Of one that is planned and has failed: when it is tried again, as the retry of the action says.',
  })
  tryAgainAt?: string;
  @ApiProperty({ type: () => [RunActionDto], maxItems: 50 }) actions!: RunActionDto[];
}

export class RunListQuery extends PageQuery {
  @QueryOneOf(STATUSES, { description: 'Only those of this status.' })
  readonly status?: RunStatus;

  @QueryOneOf(TRIGGERS, { description: 'Only those set off by this.' })
  readonly trigger?: RunTrigger;
}

export class RunRecordListQuery extends PageQuery {
  @QueryOneOf(OUTCOMES, { description: 'Only those with this outcome.' })
  readonly outcome?: (typeof OUTCOMES)[number];
}

export class RunNowQuery {
  @QueryBoolean({ default: false, description: 'true: 200 with all that a run would do now, and nothing is done.' })
  readonly dryRun!: boolean;
}
