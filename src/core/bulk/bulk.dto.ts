import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../fields/value-rules';
import { QueryBoolean, QueryIds, QueryMoment, QueryOneOf } from '../http';
import type { Format } from './formats';
import { MODES, type Mode } from './import-row';
import { ROW_OUTCOMES, type RowOutcome } from './row-result';

export class ExportQuery {
  @QueryOneOf(['csv', 'ndjson'], { description: 'By default the format preferred by the Accept header, else CSV.' })
  readonly format?: Format;

  @QueryMoment({ description: 'Only records created or updated since then.' })
  readonly updatedSince?: Date;

  @QueryIds({ description: 'Only records with these ids.' })
  readonly ids?: readonly number[];
}

export class ImportQuery {
  @QueryOneOf(MODES, {
    default: 'upsert',
    description:
      'upsert: a row with an id updates that record, one without creates a record. create: every row creates a record, ids are ignored. update: a row without an id fails.',
  })
  readonly mode!: Mode;

  @QueryBoolean({ default: false, description: 'Reports the outcome of each row without saving anything.' })
  readonly dryRun!: boolean;
}

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;

/** One error in a row. */
export class ImportComplaint {
  @ApiProperty({ maxLength: 20_000, example: '/startDate', description: 'JSON pointer into the record.' }) pointer!: string;
  @ApiProperty({ maxLength: 20_000, example: 'must be an ISO 8601 date or date-time' }) detail!: string;
}

/** The result of a row. */
export class ImportLine {
  @ApiProperty({ ...COUNT, example: 1, description: 'The number of the row in the file, from 1, not counting the header.' })
  row!: number;
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    ...INT32,
    required: false,
    example: 1,
    description: 'The id of the record; absent for new records in a dry run.',
  })
  id?: number;
  @ApiProperty({ enum: ROW_OUTCOMES, example: 'unchanged' }) outcome!: RowOutcome;
  @ApiProperty({ maxLength: 20_000, required: false, description: 'Why the row failed.' }) detail?: string;
  @ApiProperty({ type: () => [ImportComplaint], required: false, maxItems: 100, description: 'The errors in its fields.' })
  errors?: ImportComplaint[];
}

class ImportCounts {
  @ApiProperty({ ...COUNT, example: 1 }) rows!: number;
  @ApiProperty({ ...COUNT, example: 0 }) created!: number;
  @ApiProperty({ ...COUNT, example: 0 }) updated!: number;
  @ApiProperty({ ...COUNT, example: 1 }) unchanged!: number;
  @ApiProperty({ ...COUNT, example: 0 }) failed!: number;
  @ApiProperty({ example: false }) dryRun!: boolean;
  @ApiProperty({
    example: true,
    description: 'false: the last row has no end (unclosed quote or too long), so the rest of the file was not read.',
  })
  complete!: boolean;
}

/** The last line: the totals. */
export class ImportSummary {
  @ApiProperty({ type: () => ImportCounts }) summary!: ImportCounts;
}
