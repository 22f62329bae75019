import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../../core/fields/value-rules';
import { QueryInt } from '../../core/http';
import { ComplaintDto } from '../catalogue.dto';

const INT = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T03:00:00.000Z' } as const;
const text = (example: string, description?: string) => ({ type: String, maxLength: 1000, example, ...(description && { description }) });

export class ExplainQuery {
  @QueryInt({ required: true, example: 1, description: 'Id of the record to explain, of the record type of the automation.' })
  readonly recordId!: number;
}

/** What the automation waits for. */
export class ExplainedEventDto {
  @ApiProperty({ ...INT, example: 16 }) id!: number;
  @ApiProperty(text('Candidate matches filters')) name!: string;
  @ApiProperty({ type: String, enum: ['C', 'D', 'M'], example: 'M' }) kind!: string;
  @ApiProperty({
    type: Boolean,
    required: false,
    example: false,
    description: 'Kind M only: it already matches, so the automation waits until it stops matching and matches again.',
  })
  matchesAlready?: boolean;
  @ApiProperty({ ...WHEN, required: false, description: 'Kind D only: the date of the record.' }) date?: string;
  @ApiProperty({ ...WHEN, required: false, description: 'Kind D only: when the event occurs, if within a year.' })
  dueDate?: string;
}

/** It was recently processed. */
export class ExplainedExclusionDto {
  @ApiProperty(WHEN) processedDate!: string;
  @ApiProperty({ ...INT, example: 1 }) runId!: number;
  @ApiProperty({ ...INT, example: 30, description: 'Number of days it stays excluded.' }) days!: number;
}

/** Outcome of the record in a run. */
export class ExplainedRunDto {
  @ApiProperty({ ...INT, example: 1 }) runId!: number;
  @ApiProperty({ type: String, enum: ['manual', 'schedule', 'event'], example: 'manual' }) trigger!: string;
  @ApiProperty({ type: String, enum: ['planned', 'processed', 'skipped', 'failed'], example: 'processed' }) outcome!: string;
  @ApiProperty({ ...text('no longer matches'), required: false }) reason?: string;
  @ApiProperty({ ...WHEN, required: false }) finishedAt?: string;
}

/** Why an automation takes a record or not. */
export class ExplanationDto {
  @ApiProperty({ ...INT, example: 1 }) automationId!: number;
  @ApiProperty({ ...INT, example: 1 }) recordId!: number;
  @ApiProperty(text('Contacts')) module!: string;
  @ApiProperty({ type: Boolean, example: true, description: 'Whether the next run would take it.' }) taken!: boolean;
  @ApiProperty(text('It is number 3 in the order of the next run, which takes at most 500.')) reason!: string;
  @ApiProperty({ type: String, enum: ['manual', 'schedule', 'event'], example: 'manual', description: 'What triggers its next run.' })
  trigger!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    selfRequired: false,
    example: {
      combinator: 'and',
      passed: true,
      rules: [
        {
          field: 'statusName',
          operator: '=',
          value: 'Active',
          passed: true,
          actual: 'Active',
          words: 'Status name must be "Active"; it is "Active"',
        },
      ],
    },
    description:
      'The condition as it was sent. Each group and rule has passed; rules have the actual value and words, those on related records how many matched, of how many. Absent where there is none, or none that can be read.',
  })
  condition?: object;
  @ApiProperty({ type: () => ExplainedEventDto, required: false }) event?: ExplainedEventDto;
  @ApiProperty({
    type: () => ExplainedExclusionDto,
    required: false,
    description: 'Present if it is excluded because it was recently processed.',
  })
  excluded?: ExplainedExclusionDto;
  @ApiProperty({ type: Boolean, required: false, example: false, description: 'Of automations that send messages: it opted out of them.' })
  optedOut?: boolean;
  @ApiProperty({ ...INT, minimum: 1, required: false, example: 3, description: 'Its position among all eligible records.' }) rank?: number;
  @ApiProperty({ ...INT, example: 500, description: 'Maximum number of records a run takes; with an event as the trigger, per day.' })
  cap!: number;
  @ApiProperty({
    type: Boolean,
    example: false,
    description: 'Excluded because its rank is above the cap, or the cap of the day has been reached.',
  })
  leftOut!: boolean;
  @ApiProperty({ type: Boolean, example: false, description: 'The record is deleted.' }) deleted!: boolean;
  @ApiProperty({ type: Boolean, example: false, description: 'The user of the automation does not see the record.' }) outOfSight!: boolean;
  @ApiProperty({ type: Boolean, example: false, description: 'The automation is paused.' }) paused!: boolean;
  @ApiProperty({ type: () => [ComplaintDto], maxItems: 1000, description: 'Problems that prevent it from running.' })
  problems!: ComplaintDto[];
  @ApiProperty({ type: () => [ExplainedRunDto], maxItems: 10, description: 'The last ten runs that included this record, newest first.' })
  lastRuns!: ExplainedRunDto[];
}
