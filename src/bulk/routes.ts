import { applyDecorators, Get, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { RecordType } from '../fields/record-type';
import { Produces } from '../http';
import { OwnIdempotency } from '../idempotency';
import { pluralOf, spoken } from '../records';
import { ImportComplaint, ImportLine, ImportSummary } from './bulk.dto';
import { CLEARED } from './cells';
import { MEDIA_TYPES } from './formats';

const FILE = { type: 'string', maxLength: 2147483647 } as const;
const PROBLEM = 'application/problem+json';
const DISPOSITION = {
  'Content-Disposition': {
    description: 'attachment, and a name for the file.',
    schema: { type: 'string' as const, maxLength: 200, example: 'attachment; filename="jobs.csv"' },
  },
};

/** GET …/Export: all of them that the caller sees. */
export const ExportRoute = (type: RecordType, answer: Type): MethodDecorator =>
  applyDecorators(
    Get('Export'),
    Produces(MEDIA_TYPES.csv, MEDIA_TYPES.ndjson, PROBLEM),
    ApiExtraModels(answer),
    ApiOperation({
      operationId: `${pluralOf(type.name)}_export`,
      summary: `All ${pluralOf(spoken(type))}, as a file`,
      description: `By their ids, without deleted ones. CSV is after RFC 4180 in UTF-8 with a byte order mark; lists are JSON text in their cells; a text that a spreadsheet would compute has an apostrophe before it, which the import takes away again. NDJSON has an answer of GET a line. An answer that breaks off is not whole.`,
    }),
    ApiResponse({
      status: 200,
      description: 'The file.',
      headers: DISPOSITION,
      content: {
        [MEDIA_TYPES.csv]: { schema: FILE, example: 'id,createdDate\r\n1,2026-11-02T01:00:00.000Z\r\n' },
        [MEDIA_TYPES.ndjson]: { schema: { $ref: getSchemaPath(answer) } },
      },
    }),
  );

/** POST …/Import: rows that make and change records. @param example a row with the id of a record, as JSON */
export const ImportRoute = (type: RecordType, example: Readonly<Record<string, number | string>>): MethodDecorator =>
  applyDecorators(
    Post('Import'),
    HttpCode(200),
    OwnIdempotency(),
    Produces(MEDIA_TYPES.ndjson, PROBLEM),
    ApiExtraModels(ImportLine, ImportSummary, ImportComplaint),
    ApiOperation({
      operationId: `${pluralOf(type.name)}_import`,
      summary: `Make and change ${pluralOf(spoken(type))} from a file`,
      description: `${HOW} The rows of a dry run know nothing of what rows more than 50 before them would have left.`,
      requestBody: {
        required: true,
        description: 'CSV, whose first line names the fields of the columns, or NDJSON, a record a line.',
        content: {
          [MEDIA_TYPES.csv]: { schema: FILE, example: `${Object.keys(example).join(',')}\r\n${Object.values(example).join(',')}\r\n` },
          [MEDIA_TYPES.ndjson]: { schema: FILE, example: `${JSON.stringify(example)}\n` },
        },
      },
    }),
    ApiResponse({
      status: 200,
      description: 'A line for each row, as soon as it is saved, and a last one with the summary. Without that it is not whole.',
      content: {
        [MEDIA_TYPES.ndjson]: {
          schema: { oneOf: [{ $ref: getSchemaPath(ImportLine) }, { $ref: getSchemaPath(ImportSummary) }] },
          example: { row: 1, id: 1, outcome: 'unchanged' },
        },
      },
    }),
  );

const HOW = [
  'A row with an id changes that record as a PUT would, one without makes a record as a POST would; a row that fails leaves nothing, and stops no other.',
  `An empty cell leaves its field as it is, ${CLEARED} clears it; in NDJSON null clears. Lists are JSON text in their cells. Cells may be separated by semicolons or tabs as well.`,
  'Fields that the service computes are ignored, so that an export can be imported. A row may have 4 MB.',
  'With the same Idempotency-Key an import that broke off goes on where it ended, and says of the rows before what it said of them then.',
].join(' ');
