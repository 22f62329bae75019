import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../core/callers';
import {
  AlsoAsLines,
  AlsoNeeds,
  Area,
  DescribedTag,
  Fails,
  IfMatch,
  OptionalBody,
  PageQuery,
  PathId,
  Produces,
  Returns,
  ReturnsPage,
  Safe,
  type ExpectedVersion,
} from '../core/http';
import {
  CreateRoute,
  FieldsQuery,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  TimeZonePageQuery,
  TransitionRoute,
} from '../core/records';
import { PayRunStatus } from '../core/terms/numbers';
import { MEDIA_TYPES } from './export';
import {
  PayRunCreateDto,
  PayRunDto,
  PayRunExportQuery,
  PayRunFileDto,
  PayRunLineDto,
  PayRunPreviewCreateDto,
  PayRunPreviewDto,
  PayRunTotalsDto,
  PayRunTotalsQuery,
} from './pay-run.dto';
import { payRuns } from './pay-runs.records';
import { PayRunsService } from './pay-runs.service';

const FILE = { type: 'string', maxLength: 2147483647 } as const;
const COLLECTED =
  'The approved timesheets of the division and the pay frequency whose period ends on periodEnd or before, adjustments and earlier ones ' +
  'included, and the fees of permanent placements that have begun; all that is in no other run that is not cancelled.';

@DescribedTag('PayRuns', 'Timesheets that are paid together, with the accounts of the payroll system.')
@Area('payroll')
@Controller('api/PayRuns')
export class PayRunsController {
  constructor(
    private readonly records: Records,
    private readonly service: PayRunsService,
  ) {}

  @ListRoute(payRuns, PayRunDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, payRuns, query);
  }

  @QueryRoute(payRuns, PayRunDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, payRuns, body, page);
  }

  @FindRoute(payRuns, PayRunDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, payRuns, id, query);
  }

  @CreateRoute(payRuns, PayRunDto, { description: COLLECTED })
  create(@CurrentCaller() caller: Caller, @Body() body: PayRunCreateDto) {
    return this.records.create(caller, payRuns, body);
  }

  @Post('Preview')
  @Safe()
  @ApiOperation({
    operationId: 'PayRuns_preview',
    summary: 'Preview a pay run',
    description: `What a POST would create now, with its lines; nothing is stored. ${COLLECTED}`,
  })
  @Returns(PayRunPreviewDto)
  @Fails(409)
  preview(@CurrentCaller() caller: Caller, @Body() body: PayRunPreviewCreateDto) {
    return this.service.preview(caller, body);
  }

  @Get(':id/Lines')
  @ApiOperation({
    operationId: 'PayRuns_lines',
    summary: 'The lines of a pay run, in their order',
    description: 'A line for each of a timesheet and for each fee, with its amounts and the accounts that it is booked to.',
  })
  @ReturnsPage(PayRunLineDto)
  @AlsoAsLines()
  lines(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: PageQuery) {
    return this.service.lines(caller, id, query);
  }

  @Get(':id/Totals')
  @AlsoNeeds('pay')
  @ApiOperation({
    operationId: 'PayRuns_totals',
    summary: 'What a pay run comes to by placement, candidate, client or consultant',
    description: 'Of consultants, what they are credited with of the placements, in cents that sum to the whole.',
  })
  @Returns([PayRunTotalsDto])
  totals(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() { by }: PayRunTotalsQuery) {
    return this.service.totals(caller, id, by);
  }

  @Get(':id/Export')
  @Produces(MEDIA_TYPES.json, MEDIA_TYPES.csv, MEDIA_TYPES.ndjson, 'application/problem+json')
  @ApiExtraModels(PayRunFileDto, PayRunLineDto)
  @ApiOperation({
    operationId: 'PayRuns_export',
    summary: 'The lines of a pay run for the payroll system',
    description: 'Of a run that is approved or completed. CSV as exports of records write it.',
  })
  @ApiResponse({
    status: 200,
    description: 'OK',
    content: {
      [MEDIA_TYPES.json]: { schema: { $ref: getSchemaPath(PayRunFileDto) } },
      [MEDIA_TYPES.csv]: { schema: FILE, example: 'id,payRunID,kind\r\n1,1,work\r\n' },
      [MEDIA_TYPES.ndjson]: { schema: { $ref: getSchemaPath(PayRunLineDto) } },
    },
  })
  @Fails(409)
  export(@CurrentCaller() caller: Caller, @PathId('id', 1) id: number, @Query() query: PayRunExportQuery, @Res() response: Response) {
    return this.service.export(caller, id, query, response);
  }

  @TransitionRoute(payRuns, PayRunDto, 'Approve', {
    summary: 'Approve a pay run',
    description: 'By somebody else than who created it, 403 otherwise.',
  })
  approve(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, payRuns, id, { statusID: PayRunStatus.Approved }, { expected });
  }

  @AlsoNeeds('pay')
  @TransitionRoute(payRuns, PayRunDto, 'Complete', {
    summary: 'Complete a pay run',
    description: 'When the payroll system has paid it. Its timesheets become Paid, and the division has collected timesheets.',
  })
  complete(@CurrentCaller() caller: Caller, @PathId('id', 1) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, payRuns, id, { statusID: PayRunStatus.Completed }, { expected });
  }

  @TransitionRoute(payRuns, PayRunDto, 'Cancel', {
    summary: 'Cancel a pay run',
    description: 'Its timesheets and fees can be in another run.',
  })
  cancel(@CurrentCaller() caller: Caller, @PathId('id', 3) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, payRuns, id, { statusID: PayRunStatus.Cancelled }, { expected });
  }
}
