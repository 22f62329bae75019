import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, QueryBoolean, QueryDirection, QueryOneOf } from '../core/http';
import { ValidateField } from '../core/fields/shapes';
import { booleanRule, INT32, intRule } from '../core/fields/value-rules';
import { InvalidRequest } from '../core/problems';
import { FilledTextsDto } from './templates/template.dto';
import { RUN_STATUSES, type RunStatus } from './automation.entity';
import type { ChosenRecords } from './running/chosen-records';
import type { RunTrigger } from './running/queue-run';

const TRIGGERS: readonly RunTrigger[] = ['manual', 'schedule', 'event'];
const OUTCOMES = ['planned', 'processed', 'skipped', 'failed'] as const;

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 12 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;

/** One execution of an automation. */
export class RunDto {
  @ApiProperty({ ...COUNT, example: 1 }) id!: number;
  @ApiProperty({ ...COUNT, example: 1 }) automationId!: number;
  @ApiProperty({ ...COUNT, example: 1, description: 'The version of the automation that ran.' }) automationVersion!: number;
  @ApiProperty({ type: String, enum: [...TRIGGERS], example: 'manual' }) trigger!: string;
  @ApiProperty({ type: String, enum: [...RUN_STATUSES], example: 'completed' }) status!: string;
  @ApiProperty({
    type: String,
    maxLength: 1000,
    required: false,
    description: 'Why the run failed, was skipped, was cancelled or is waiting.',
    example: 'paused',
  })
  reason?: string;
  @ApiProperty({ ...COUNT, description: 'Number of records that match the filters.' }) matched!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Excluded because they were processed recently or have opted out.' }) excluded!: number;
  @ApiProperty({ ...COUNT, example: 0, description: 'Left out because of the maximum number of records per run, or per day.' })
  leftOut!: number;
  @ApiProperty(COUNT) taken!: number;
  @ApiProperty(COUNT) processed!: number;
  @ApiProperty({ ...COUNT, example: 0 }) skipped!: number;
  @ApiProperty({ ...COUNT, example: 0 }) failed!: number;
  @ApiProperty(WHEN) queuedAt!: string;
  @ApiProperty({ ...WHEN, required: false }) startedAt?: string;
  @ApiProperty({ ...WHEN, required: false }) finishedAt?: string;
  @ApiProperty({ ...COUNT, required: false, example: 2, description: 'The user who approved it.' }) approvedByID?: number;
  @ApiProperty({ ...WHEN, required: false }) approvedAt?: string;
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
  @ApiProperty({
    ...COUNT,
    required: false,
    example: 1,
    description: 'How often it has failed: only of a record that is tried again. retry.attempts is the most.',
  })
  failures?: number;
  @ApiProperty({ type: () => FilledTextsDto, required: false, description: 'Only in a dry run: the complete texts that it would write.' })
  texts?: FilledTextsDto;
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
  @QueryOneOf(RUN_STATUSES, { description: 'Only runs with this status.' })
  readonly status?: RunStatus;

  @QueryOneOf(TRIGGERS, { description: 'Only runs with this trigger.' })
  readonly trigger?: RunTrigger;

  @QueryDirection('queuedAt', 'newest first')
  readonly orderBy?: string;
}

export class RunRecordListQuery extends PageQuery {
  @QueryOneOf(OUTCOMES, { description: 'Only records with this outcome.' })
  readonly outcome?: (typeof OUTCOMES)[number];

  @QueryDirection('position', 'in the order in which the run takes them')
  readonly orderBy?: string;
}

export class RunNowQuery {
  @QueryBoolean({ default: false, description: 'true: returns 200 with everything that a run would do now, without doing it.' })
  readonly dryRun!: boolean;
}

/** The most records that can be chosen for a run. */
const MAX_CHOSEN = 1000;

/** Which records a run is of; without recordIds, those that it finds. */
export class RunRequestDto {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_CHOSEN,
    required: false,
    nullable: true,
    example: [1, 2],
    description: 'Only these records, as far as the condition matches them. The others have the outcome skipped, with the reason.',
    items: { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum },
  })
  @ValidateField({ validate: validateRecordIDs, clearable: true, derived: false })
  recordIds?: number[] | null;

  @ApiProperty({
    type: Boolean,
    required: false,
    example: false,
    description: 'Only with recordIds: also those that the condition does not match or that were processed recently.',
  })
  @ValidateField({ validate: booleanRule.validate, clearable: false, derived: false })
  ignoreConditions?: boolean;
}

function validateRecordIDs(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_CHOSEN) return `must be an array of 1 to ${MAX_CHOSEN} ids`;
  const wrong = value.findIndex((each) => intRule(1).validate(each) !== undefined);
  return wrong < 0 ? undefined : `must be an array of ids; item ${wrong} is not an id`;
}

/** @throws InvalidRequest for conditions that are ignored of records that are not chosen */
export function chosenIn({ recordIds, ignoreConditions }: RunRequestDto): ChosenRecords | undefined {
  if (recordIds) return { ids: [...new Set(recordIds)], ignoreConditions: ignoreConditions === true };
  if (ignoreConditions) throw InvalidRequest.because([{ pointer: '/ignoreConditions', detail: 'is allowed only with recordIds' }]);
  return undefined;
}

/** What is approved. */
export class ApprovalDto {
  @ApiProperty({
    ...COUNT,
    minimum: 1,
    required: false,
    example: 1,
    description: 'The version of the automation that is meant: 409 if it has been changed since.',
  })
  @ValidateField({ validate: intRule(1).validate, clearable: false, derived: false })
  automationVersion?: number;
}

/** What became of the messages of a run that were waiting. */
export class CancelledDeliveriesDto {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 12 }) cancelled!: number;
}
