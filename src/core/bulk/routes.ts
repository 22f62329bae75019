import { applyDecorators, Get, HttpCode, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Fails, Produces, Returns } from '../http';
import { OwnIdempotency } from '../idempotency';
import { pluralOf, displayName, type Resource } from '../records';
import { outcomeOf } from './batch/batch.dto';
import { ImportComplaint, ImportLine, ImportSummary } from './bulk.dto';
import { CLEARED } from './cells';
import { MEDIA_TYPES } from './formats';
import { ROWS_PER_TRANSACTION } from './import';

const BYTES = { type: 'string', format: 'binary', maxLength: 2147483647 } as const;
const FILE = { type: 'string', maxLength: 2147483647 } as const;
const PROBLEM = 'application/problem+json';
const DISPOSITION = {
  'Content-Disposition': {
    description: 'attachment with a file name.',
    schema: { type: 'string' as const, maxLength: 200, example: 'attachment; filename="jobs.csv"' },
  },
};

/** GET …/Export: all records that the caller can see. */
export const ExportRoute = ({ type, response }: Resource): MethodDecorator =>
  applyDecorators(
    Get('Export'),
    Produces(MEDIA_TYPES.csv, MEDIA_TYPES.ndjson, MEDIA_TYPES.xlsx, PROBLEM),
    ApiExtraModels(response),
    ApiOperation({
      operationId: `${pluralOf(type.name)}_export`,
      summary: `Export all ${pluralOf(displayName(type))}`,
      description: OUT,
    }),
    ApiResponse({
      status: 200,
      description: 'OK',
      headers: DISPOSITION,
      content: {
        [MEDIA_TYPES.csv]: { schema: FILE, example: 'id,createdDate\r\n1,2026-11-02T01:00:00.000Z\r\n' },
        [MEDIA_TYPES.ndjson]: { schema: { $ref: getSchemaPath(response) } },
        [MEDIA_TYPES.xlsx]: { schema: BYTES },
      },
    }),
  );

/** A row of a file. */
export type RowExample = Readonly<Record<string, number | string>>;

/** POST …/Import: creates and updates records. @param example a row with the id of a record, as JSON */
export const ImportRoute = ({ type }: Resource, example: RowExample): MethodDecorator =>
  applyDecorators(
    Post('Import'),
    HttpCode(200),
    OwnIdempotency(),
    Produces(MEDIA_TYPES.ndjson, PROBLEM),
    ApiExtraModels(ImportLine, ImportSummary, ImportComplaint),
    ApiOperation({
      operationId: `${pluralOf(type.name)}_import`,
      summary: `Import ${pluralOf(displayName(type))}`,
      description: `${HOW} In a dry run, a row does not see the changes of rows more than ${ROWS_PER_TRANSACTION} rows, or 8 MB, before it.`,
      requestBody: {
        required: true,
        description: 'CSV or a workbook whose first row contains the field names, or NDJSON with one record per line.',
        content: {
          [MEDIA_TYPES.csv]: { schema: FILE, example: `${Object.keys(example).join(',')}\r\n${Object.values(example).join(',')}\r\n` },
          [MEDIA_TYPES.ndjson]: { schema: FILE, example: `${JSON.stringify(example)}\n` },
          [MEDIA_TYPES.xlsx]: { schema: BYTES },
        },
      },
    }),
    ApiResponse({
      status: 200,
      description:
        'One line per row, as soon as it is saved, and a last line with the summary. A response without the summary is incomplete.',
      content: {
        [MEDIA_TYPES.ndjson]: {
          schema: { title: 'ImportOutcome', oneOf: [{ $ref: getSchemaPath(ImportLine) }, { $ref: getSchemaPath(ImportSummary) }] },
          example: { row: 1, id: 1, outcome: 'unchanged' },
        },
      },
    }),
  );

/** POST …/Batch: many creates, updates and deletes. */
export const BatchRoute = (resource: Resource): MethodDecorator =>
  applyDecorators(
    Post('Batch'),
    ApiOperation({
      operationId: `${resource.group}_batch`,
      summary: `Create, update and delete many ${pluralOf(displayName(resource.type))}`,
      description: BATCH,
    }),
    Returns([outcomeOf(resource)], {
      description: 'What became of each operation, in their order.',
      example: [{ index: 0, status: 200, id: resource.exampleID, etag: '"3-2jmj7l5rSw0yVb_v"' }],
    }),
    Fails(404, 409, 412),
  );

const BATCH = [
  'Each operation does what POST, PUT or DELETE of one record does, with the same rules, rights and responses. They are carried out in their order, so that several may concern one record.',
  'By default each succeeds or fails by itself, and the status is 200 even if all fail. With atomic, the first that fails is the problem of the response, which names it in pointer, and nothing is saved.',
  'Confirmations among the parameters are those of all operations.',
].join(' ');

const OUT = [
  'Ordered by id, without deleted records. NDJSON has one record per line, as returned by GET.',
  'CSV and XLSX have a column for each field, the owner where GET does not show it, and the tags instead of whether there are any.',
  'CSV follows RFC 4180, in UTF-8 with a byte order mark; lists are cells with JSON; texts that a spreadsheet would evaluate are prefixed with an apostrophe, which the import removes.',
  'In XLSX, texts are cells of the format text, which keep leading zeros and are never evaluated; numbers and dates are numbers and dates, in UTC. A text longer than 32,767 characters, which no cell can hold, is left out; the import leaves such a field unchanged.',
  'A response that is cut off is incomplete.',
].join(' ');

const HOW = [
  'A row that has a record (by its id, or as match says) updates it like PUT, one without creates a record like POST. A failed row changes nothing and does not stop the others.',
  `An empty cell leaves its field unchanged, ${CLEARED} clears it; in NDJSON null clears. Lists are cells with JSON. Columns are named like fields; case, spaces, hyphens and underscores do not matter.`,
  'Cells can be separated by commas, semicolons, tabs or |; a line such as sep=; before the header says by what. A text can be in UTF-8 or UTF-16, by its byte order mark or charset.',
  'Of a workbook, the first visible sheet is read; formulas have the values that the spreadsheet has saved.',
  'The column owner has the name or e-mail address of a user, divisions the names or ids of divisions, tags a list of tags; lists have semicolons between or are JSON, and replace the ones before. A tag in plain text is one that the record has, or a new one of the type Other; as JSON, {"tag", "typeId"} says the type.',
  'A row that would replace a text by the same without its leading zero, or by a number such as 4.12E+08, fails, unless allowTruncated is sent; where that is only likely, the row has a warning.',
  'Computed fields are ignored, so that an export can be imported. A row can have up to 4 MB.',
  'Sent again with the same Idempotency-Key, an interrupted import continues where it stopped, and returns the stored results of the rows before.',
].join(' ');
