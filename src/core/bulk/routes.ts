import { applyDecorators, Get, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { RecordType } from '../fields/record-type';
import { Produces } from '../http';
import { OwnIdempotency } from '../idempotency';
import { pluralOf, displayName } from '../records';
import { ImportComplaint, ImportLine, ImportSummary } from './bulk.dto';
import { CLEARED } from './cells';
import { MEDIA_TYPES } from './formats';
import { ROWS_PER_TRANSACTION } from './import';

const FILE = { type: 'string', maxLength: 2147483647 } as const;
const PROBLEM = 'application/problem+json';
const DISPOSITION = {
  'Content-Disposition': {
    description: 'attachment with a file name.',
    schema: { type: 'string' as const, maxLength: 200, example: 'attachment; filename="jobs.csv"' },
  },
};

/** GET …/Export: all records that the caller can see. */
export const ExportRoute = (type: RecordType, response: Type): MethodDecorator =>
  applyDecorators(
    Get('Export'),
    Produces(MEDIA_TYPES.csv, MEDIA_TYPES.ndjson, PROBLEM),
    ApiExtraModels(response),
    ApiOperation({
      operationId: `${pluralOf(type.name)}_export`,
      summary: `Export all ${pluralOf(displayName(type))}`,
      description: `Ordered by id, without deleted records. CSV follows RFC 4180, in UTF-8 with a byte order mark; lists are cells with JSON; texts that a spreadsheet would evaluate are prefixed with an apostrophe, which the import removes. NDJSON has one record per line, as returned by GET. A response that is cut off is incomplete.`,
    }),
    ApiResponse({
      status: 200,
      description: 'OK',
      headers: DISPOSITION,
      content: {
        [MEDIA_TYPES.csv]: { schema: FILE, example: 'id,createdDate\r\n1,2026-11-02T01:00:00.000Z\r\n' },
        [MEDIA_TYPES.ndjson]: { schema: { $ref: getSchemaPath(response) } },
      },
    }),
  );

/** POST …/Import: creates and updates records. @param example a row with the id of a record, as JSON */
export const ImportRoute = (type: RecordType, example: Readonly<Record<string, number | string>>): MethodDecorator =>
  applyDecorators(
    Post('Import'),
    HttpCode(200),
    OwnIdempotency(),
    Produces(MEDIA_TYPES.ndjson, PROBLEM),
    ApiExtraModels(ImportLine, ImportSummary, ImportComplaint),
    ApiOperation({
      operationId: `${pluralOf(type.name)}_import`,
      summary: `Import ${pluralOf(displayName(type))}`,
      description: `${HOW} In a dry run, a row does not see the changes of rows more than ${ROWS_PER_TRANSACTION} rows before it.`,
      requestBody: {
        required: true,
        description: 'CSV whose first line contains the field names, or NDJSON with one record per line.',
        content: {
          [MEDIA_TYPES.csv]: { schema: FILE, example: `${Object.keys(example).join(',')}\r\n${Object.values(example).join(',')}\r\n` },
          [MEDIA_TYPES.ndjson]: { schema: FILE, example: `${JSON.stringify(example)}\n` },
        },
      },
    }),
    ApiResponse({
      status: 200,
      description:
        'One line per row, as soon as it is saved, and a last line with the summary. A response without the summary is incomplete.',
      content: {
        [MEDIA_TYPES.ndjson]: {
          schema: { oneOf: [{ $ref: getSchemaPath(ImportLine) }, { $ref: getSchemaPath(ImportSummary) }] },
          example: { row: 1, id: 1, outcome: 'unchanged' },
        },
      },
    }),
  );

const HOW = [
  'A row with an id updates that record like PUT, one without creates a record like POST. A failed row changes nothing and does not stop the others.',
  `An empty cell leaves its field unchanged, ${CLEARED} clears it; in NDJSON null clears. Lists are cells with JSON. Cells can be separated by commas, semicolons or tabs.`,
  'Computed fields are ignored, so that an export can be imported. A row can have up to 4 MB.',
  'Sent again with the same Idempotency-Key, an interrupted import continues where it stopped, and returns the stored results of the rows before.',
].join(' ');
