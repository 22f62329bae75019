import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import {
  Area,
  CreatesOnce,
  DescribedTag,
  Fails,
  IfMatch,
  OptionalBody,
  PathId,
  ReturnsCreated,
  type ExpectedVersion,
} from '../../core/http';
import {
  FieldsQuery,
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  TimeZonePageQuery,
  TransitionRoute,
  UpdateRoute,
} from '../../core/records';
import { TimesheetStatus } from '../../core/terms/numbers';
import { TimesheetAdjustmentDto, TimesheetCreateDto, TimesheetDto, TimesheetRejectionDto, TimesheetUpdateDto } from './timesheet.dto';
import { timesheets } from './timesheets.records';
import { TimesheetsService } from './timesheets.service';

@DescribedTag('Timesheets', 'Hours worked on placements.')
@Area('timesheets')
@Controller('api/Timesheets')
export class TimesheetsController {
  constructor(
    private readonly records: Records,
    private readonly service: TimesheetsService,
  ) {}

  @ListRoute(timesheets, TimesheetDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, timesheets, query);
  }

  @QueryRoute(timesheets, TimesheetDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, timesheets, body, page);
  }

  @FindRoute(timesheets, TimesheetDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, timesheets, id, query);
  }

  @CreatesOnce()
  @CreateRoute(timesheets, TimesheetDto, {
    description:
      'For one period of a placement that is approved, started or ended, and not permanent. Its hours are those of its lines, or ordinary ones as sent.',
  })
  create(@CurrentCaller() caller: Caller, @Body() body: TimesheetCreateDto) {
    return this.records.create(caller, timesheets, body);
  }

  @UpdateRoute(timesheets, TimesheetDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: TimesheetUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, timesheets, id, body, { expected });
  }

  @RemoveRoute(timesheets)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 8) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, timesheets, id, expected);
  }

  @TransitionRoute(timesheets, TimesheetDto, 'Submit', { summary: 'Submit a timesheet', description: 'It then awaits approval.' })
  submit(@CurrentCaller() caller: Caller, @PathId('id', 6) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, timesheets, id, { statusID: TimesheetStatus.Submitted }, { expected });
  }

  @TransitionRoute(timesheets, TimesheetDto, 'Approve', {
    summary: 'Approve a timesheet',
    description: 'Fixes its rates and amounts. It can no longer be changed, unless it is reopened.',
  })
  approve(@CurrentCaller() caller: Caller, @PathId('id', 7) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, timesheets, id, { statusID: TimesheetStatus.Approved }, { expected });
  }

  @TransitionRoute(timesheets, TimesheetDto, 'Reject', {
    summary: 'Reject a timesheet',
    description: 'It can be corrected and submitted again.',
  })
  reject(
    @CurrentCaller() caller: Caller,
    @PathId('id', 9) id: number,
    @OptionalBody() body: TimesheetRejectionDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, timesheets, id, { ...body, statusID: TimesheetStatus.Rejected }, { expected });
  }

  @TransitionRoute(timesheets, TimesheetDto, 'Reopen', {
    summary: 'Reopen a timesheet',
    description: 'Reverses its submission, rejection or approval. Not once it is paid: adjust it instead.',
  })
  reopen(@CurrentCaller() caller: Caller, @PathId('id', 10) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, timesheets, id, { statusID: TimesheetStatus.Open }, { expected });
  }

  @Post(':id/Adjustments')
  @ApiOperation({
    operationId: 'Timesheets_adjust',
    summary: 'Adjust a timesheet',
    description:
      'Creates another timesheet for the same period, whose hours, days and amounts are added to those of the approved one, or taken away where they are negative. At the rates of that one.',
  })
  @ReturnsCreated(TimesheetDto)
  @Fails(404, 409)
  adjust(@CurrentCaller() caller: Caller, @PathId('id', 12) id: number, @Body() body: TimesheetAdjustmentDto) {
    return this.service.adjust(caller, id, body);
  }
}
