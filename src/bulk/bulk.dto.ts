import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../fields/values';
import { QueryBoolean, QueryIds, QueryMoment, QueryOneOf } from '../http';
import type { Format } from './formats';
import { MODES, type Mode } from './import-one';
import { OUTCOMES, type Outcome } from './line';

export class ExportQuery {
  @QueryOneOf(['csv', 'ndjson'], { description: 'Unless said, what the Accept header would rather have; CSV if it does not say.' })
  readonly format?: Format;

  @QueryMoment({ description: 'Only those made or changed since then.' })
  readonly updatedSince?: Date;

  @QueryIds({ description: 'Only those with these ids.' })
  readonly ids?: readonly number[];
}

export class ImportQuery {
  @QueryOneOf(MODES, {
    default: 'upsert',
    description:
      'upsert: a row with an id changes that record, one without makes a new one. create: every row makes one, ids are ignored. update: a row without an id fails.',
  })
  readonly mode!: Mode;

  @QueryBoolean({ default: false, description: 'Says what would come of each row, and leaves nothing.' })
  readonly dryRun!: boolean;
}

const COUNT = { type: 'integer', format: 'int32', minimum: 0, maximum: INT32.maximum } as const;

/** One complaint about a row. */
export class ImportComplaint {
  @ApiProperty({ maxLength: 20_000, example: '/startDate', description: 'JSON pointer into the record.' }) pointer!: string;
  @ApiProperty({ maxLength: 20_000, example: 'must be an ISO 8601 date or date-time' }) detail!: string;
}

/** What came of a row. */
export class ImportLine {
  @ApiProperty({ ...COUNT, example: 1, description: 'Its place in the file, from 1, without the line that names the columns.' })
  row!: number;
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    ...INT32,
    required: false,
    example: 1,
    description: 'Of the record; a dry run does not know that of a new one.',
  })
  id?: number;
  @ApiProperty({ enum: OUTCOMES, example: 'unchanged' }) outcome!: Outcome;
  @ApiProperty({ maxLength: 20_000, required: false, description: 'Why it failed.' }) detail?: string;
  @ApiProperty({ type: () => [ImportComplaint], required: false, maxItems: 100, description: 'What is wrong with its fields.' })
  errors?: ImportComplaint[];
}

class ImportCounts {
  @ApiProperty({ ...COUNT, example: 1 }) rows!: number;
  @ApiProperty({ ...COUNT, example: 0 }) created!: number;
  @ApiProperty({ ...COUNT, example: 0 }) updated!: number;
  @ApiProperty({ ...COUNT, example: 1 }) unchanged!: number;
  @ApiProperty({ ...COUNT, example: 0 }) failed!: number;
  @ApiProperty({ example: false }) dryRun!: boolean;
  @ApiProperty({ example: true, description: 'false: the last row could not be told from what follows it, which was not read.' })
  complete!: boolean;
}

/** The last line: what all came to. */
export class ImportSummary {
  @ApiProperty({ type: () => ImportCounts }) summary!: ImportCounts;
}
