import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { RecordTypes } from '../fields/record-types';
import { INT32 } from '../fields/value-rules';
import { QueryIds, QueryInt, QueryNames, QueryText } from '../http';
import { InvalidRequest } from '../problems';
import type { ChangeFilter } from './change-filter';
import type { SequencedChange } from './change-log.service';
import { errorsInFilter } from './check-filter';
import { CHANGE_ACTIONS } from './publish';

const SEQUENCE = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const ID = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;

/** Which changes are wanted. All parts must match. */
export class ChangeFilterQuery {
  @QueryText({ description: 'Only changes of these record types: comma-separated names such as Job. A 400 for others names all of them.' })
  readonly types?: string;

  @QueryIds({ description: 'Only changes of the records with these ids; usually together with one type.' })
  readonly recordIds?: readonly number[];

  @QueryNames({ known: CHANGE_ACTIONS, description: 'Only these actions, comma-separated.', example: 'created,updated' })
  readonly actions?: readonly string[];

  @QueryIds({
    description:
      'Only changes that raised one of these events, by their ids: those of kind C in the automation catalogue, or 70 to 79 of pay and ' +
      'charge runs. A 400 for others names all of them.',
  })
  readonly events?: readonly number[];

  @QueryNames({
    description:
      'Only changes of at least one of these fields: comma-separated names such as statusID, of what is stored; not names and figures that follow from it. 400 for one that no change of these types names.',
  })
  readonly fields?: readonly string[];
}

export class ChangesQuery extends ChangeFilterQuery {
  @QueryInt({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The sequence of the last change read. Absent: starts with the oldest change stored.',
  })
  readonly after?: number;

  @QueryInt({ default: 100, minimum: 1, maximum: 1000, description: 'The maximum number of changes in the response.' })
  readonly limit!: number;

  @QueryInt({ default: 0, minimum: 0, maximum: 30, description: 'How many seconds to wait for changes if there are none yet.' })
  readonly wait!: number;
}

/** How long a stream lasts at most, in seconds: then the reader connects again, and is authenticated again. */
const LONGEST_STREAM = 900;

export class ChangeStreamQuery extends ChangeFilterQuery {
  @QueryInt({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The sequence of the last change read; Last-Event-ID takes precedence. Absent: only changes from now on.',
  })
  readonly after?: number;

  @QueryInt({
    default: LONGEST_STREAM,
    minimum: 1,
    maximum: LONGEST_STREAM,
    example: 1,
    description: 'After how many seconds the stream ends. EventSource then connects again and continues where it ended.',
  })
  readonly seconds!: number;
}

/** @throws InvalidRequest for what no change could match */
export function filterOf(known: RecordTypes, { types, recordIds, actions, events, fields }: ChangeFilterQuery): ChangeFilter {
  const filter = { types: types?.split(',').map((name) => name.trim()), recordIDs: recordIds, actions, events, fields };
  const errors = errorsInFilter(known, filter);
  if (errors.length > 0) throw InvalidRequest.because(errors.map((each) => ({ ...each, in: 'query' })));
  return filter;
}

const FIELD_CHANGE = {
  type: 'object' as const,
  required: ['before', 'after'] as string[],
  properties: { before: { description: 'The value before; null: unset.' }, after: { description: 'The value after; null: unset.' } },
};

/** Fields by name, each before and after. */
export const CHANGED_FIELDS = { type: 'object' as const, additionalProperties: FIELD_CHANGE };

/** One change of one record. */
export class ChangeDto {
  @ApiProperty({
    ...SEQUENCE,
    example: 4711,
    description: 'Its position in the order of all changes; what is in the audit only has numbers, too.',
  })
  readonly sequence!: number;

  @ApiProperty({ type: String, maxLength: 40, example: 'Job', description: 'The type of the record.' })
  readonly type!: string;

  @ApiProperty({ ...ID, example: 7 })
  readonly recordID!: number;

  @ApiProperty({
    enum: CHANGE_ACTIONS,
    example: 'updated',
    description: 'erased: all that is personal has been removed, from earlier changes too.',
  })
  readonly action!: string;

  @ApiProperty({ ...ID, example: 3, description: 'The version of the record after the change; the number in its ETag.' })
  readonly version!: number;

  @ApiProperty({
    type: 'array',
    maxItems: 100,
    items: ID,
    example: [35],
    description: 'The ids of the events that the change raised, as in the automation catalogue.',
  })
  readonly events!: readonly number[];

  @ApiProperty({
    ...CHANGED_FIELDS,
    example: { title: { before: 'Painter', after: 'Senior painter' } },
    description: 'The changed fields by name; dates are ISO 8601.',
  })
  readonly fields!: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

  @ApiProperty({ type: 'string', format: 'date-time', maxLength: 40, example: '2026-11-20T09:30:00.000Z' })
  readonly at!: string;

  @ApiProperty({ ...ID, example: 1, description: 'The user who made the change.' })
  readonly byID!: number;

  @ApiPropertyOptional({ ...ID, example: 5, description: 'The automation that made the change, if one did.' })
  readonly automationID?: number;

  @ApiPropertyOptional({ ...ID, example: 12, description: 'The run of the automation.' })
  readonly runID?: number;
}

export const changeResponse = ({
  sequence,
  type,
  recordID,
  action,
  version,
  events,
  fields,
  at,
  byID,
  automationID,
  runID,
}: Omit<SequencedChange, 'concerned' | 'chain'>): ChangeDto => ({
  ...{ sequence, type, recordID, action, version, events, at, byID },
  fields: Object.fromEntries(Object.entries(fields).map(([name, [before, after]]) => [name, { before, after }])),
  ...(automationID === null ? {} : { automationID }),
  ...(runID === null ? {} : { runID }),
});
