import { ApiProperty } from '@nestjs/swagger';
import { INT32 } from '../fields/value-rules';
import { CHANGED_FIELDS } from '../changes';
import { QueryBoolean, QueryIds, QueryMoment, QueryOneOf } from '../http';
import { QueryTimeZone } from '../records';
import type { RequestedMoment } from '../time/requested-moment';
import { FORMATS, type Format } from './formats';
import { MAX_ERRORS } from './row';
import { ROW_OUTCOMES, type RowOutcome } from './row-result';
import { MATCHES, MODES, type Match, type Mode } from './modes';

export class ExportQuery {
  @QueryOneOf(FORMATS, { description: 'By default the format preferred by the Accept header, else CSV.' })
  readonly format?: Format;

  @QueryMoment({ description: 'Only records created or updated since then.' })
  readonly updatedSince?: RequestedMoment | null;

  @QueryTimeZone()
  readonly timeZone?: string;

  @QueryIds({ description: 'Only records with these ids.' })
  readonly ids?: readonly number[];
}

export class ImportQuery {
  @QueryOneOf(MODES, {
    default: 'upsert',
    description:
      'upsert: a row that has a record updates it, one that has none creates one. create: every row creates a record; ids are ignored, and a row whose other key a record already has fails. update: a row that has no record fails.',
  })
  readonly mode!: Mode;

  @QueryOneOf(MATCHES, {
    default: 'id',
    description:
      'What rows find their records by: the id, the e-mail address (email1 of candidates), the reference (jobReference of jobs), or the key of your own (altId of activities). E-mail addresses and references are compared without case and accents, keys exactly. A row that several records match fails; one that none matches is a new record. Not every type of record has each of them.',
  })
  readonly match!: Match;

  @QueryBoolean({
    default: false,
    description: 'Saves texts from which a spreadsheet has removed a leading zero or digits, with a warning; otherwise such rows fail.',
  })
  readonly allowTruncated!: boolean;

  @QueryBoolean({ default: false, description: 'Reports the outcome of each row, and what it would change, without saving anything.' })
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
  @ApiProperty({ type: () => [ImportComplaint], required: false, maxItems: MAX_ERRORS, description: 'The errors in its fields.' })
  errors?: ImportComplaint[];
  @ApiProperty({
    type: () => [ImportComplaint],
    required: false,
    maxItems: 1000,
    description: 'What may be wrong, such as a postcode without its leading zero.',
  })
  warnings?: ImportComplaint[];
  @ApiProperty({
    ...CHANGED_FIELDS,
    selfRequired: false,
    description:
      'Of a dry run: each field that would change, as GET and exports show it, before and after; of a new record all that are set. Who changed it when is left out.',
    example: { postcode: { before: '0870', after: '0871' } },
  })
  fields?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
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
