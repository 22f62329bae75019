import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AUDITED_ACTIONS, CHANGE_SOURCES, ORIGIN_LENGTHS, type ChangeSource } from '../changes';
import { INT32 } from '../fields/value-rules';
import { PageQuery, QueryDirection, QueryInt, QueryMoment, QueryOneOf, QueryText } from '../http';
import { QueryTimeZone } from '../records';
import type { RequestedMoment } from '../time/requested-moment';

const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;

/** A page of the history of a record. */
export class HistoryQuery extends PageQuery {
  @QueryDirection('sequence', 'newest first')
  readonly orderBy?: string;
}

/** Filters of the audit. All must match. */
export class AuditQuery extends HistoryQuery {
  @QueryText({ maxLength: 40, example: 'Candidate', description: 'The type of the record.' }) readonly type?: string;
  @QueryInt({ description: 'The id of the record.' }) readonly recordID?: number;
  @QueryOneOf(AUDITED_ACTIONS, { description: 'What was done.' }) readonly action?: string;
  @QueryInt({ minimum: 1, description: 'An event that the change raised, as in the automation catalogue.' }) readonly eventID?: number;
  @QueryInt({ description: 'Who did it.' }) readonly userID?: number;
  @QueryInt({ description: 'The id of the API key.' }) readonly keyID?: number;
  @QueryText({ maxLength: ORIGIN_LENGTHS.keyName, description: 'The name of the API key, as those of the environment have no id.' })
  readonly keyName?: string;
  @QueryOneOf(CHANGE_SOURCES, { description: 'How it was done.' }) readonly source?: ChangeSource;
  @QueryInt({ description: 'The run of an automation.' }) readonly runID?: number;
  @QueryText({ maxLength: ORIGIN_LENGTHS.requestID, description: 'The request, as in X-Request-Id and in the log.' })
  readonly requestID?: string;
  @QueryMoment({ description: 'Only entries since then.' }) readonly from?: RequestedMoment | null;
  @QueryMoment({ description: 'Only entries until then; of a date, those of that day included.' })
  readonly to?: RequestedMoment | null;
  @QueryTimeZone() readonly timeZone?: string;
}

/** Who did what, when and from where. */
export class AuditEntryDto {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    example: 4711,
    description: 'Its position in the audit, without gaps.',
  })
  readonly sequence!: number;
  @ApiProperty({ type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T09:30:00.000Z' }) readonly at!: string;
  @ApiProperty({ type: String, maxLength: 40, example: 'Job', description: 'The type of the record.' }) readonly type!: string;
  @ApiProperty({ ...ID, example: 7, description: '0 where it has none, such as a setting.' }) readonly recordID!: number;
  @ApiProperty({ type: String, enum: AUDITED_ACTIONS, example: 'updated' }) readonly action!: string;
  @ApiProperty({ ...ID, example: 3, description: 'The version of the record after the change; 0 where there are no versions.' })
  readonly version!: number;
  @ApiProperty({ type: 'array', maxItems: 100, items: ID, example: [35], description: 'The ids of the events that it raised.' })
  readonly events!: readonly number[];
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['before', 'after'],
      properties: { before: { description: 'null: unset.' }, after: { description: 'null: unset.' } },
    },
    example: { title: { before: 'Painter', after: 'Senior painter' } },
    description: 'The fields that changed, by name; dates are ISO 8601. Secrets are masked.',
  })
  readonly fields!: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  @ApiProperty({ type: Boolean, example: false, description: 'Fields are missing, since the person they were about has been erased.' })
  readonly isErased!: boolean;
  @ApiProperty({ ...ID, example: 1, description: 'Who did it.' }) readonly userID!: number;
  @ApiPropertyOptional({ type: String, enum: CHANGE_SOURCES, example: 'request', description: 'How it was done.' })
  readonly source?: ChangeSource;
  @ApiPropertyOptional({ ...ID, example: 2, description: 'The API key; absent for those of the environment.' }) readonly keyID?: number;
  @ApiPropertyOptional({ type: String, maxLength: ORIGIN_LENGTHS.keyName, example: 'Website' }) readonly keyName?: string;
  @ApiPropertyOptional({ ...ID, example: 5, description: 'The automation that did it.' }) readonly automationID?: number;
  @ApiPropertyOptional({ ...ID, example: 12, description: 'The run of the automation.' }) readonly runID?: number;
  @ApiPropertyOptional({
    type: String,
    maxLength: ORIGIN_LENGTHS.address,
    example: '203.0.113.7',
    description: 'Where the request came from.',
  })
  readonly address?: string;
  @ApiPropertyOptional({ type: String, maxLength: ORIGIN_LENGTHS.requestID, example: '0f9c4a52-6f0e-4b7c-9d1e-2f1a8d1f6a10' })
  readonly requestID?: string;
}
