import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
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
import { TimesheetCreateDto, TimesheetDto, TimesheetRejectionDto, TimesheetUpdateDto } from './timesheet.dto';
import { timesheets } from './timesheets.records';

@DescribedTag('Timesheets', 'Hours worked on placements.')
@Area('timesheets')
@Controller('api/Timesheets')
export class TimesheetsController {
  constructor(private readonly records: Records) {}

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

  @CreateRoute(timesheets, TimesheetDto, { description: 'Requires a placement that is approved, started or ended.' })
  create(@CurrentCaller() caller: Caller, @Body() body: TimesheetCreateDto) {
    return this.records.create(caller, timesheets, body);
  }

  @UpdateRoute(timesheets, TimesheetDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: TimesheetUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, timesheets, id, body, { expected });
  }

  @RemoveRoute(timesheets)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 24) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, timesheets, id, expected);
  }

  @TransitionRoute(timesheets, TimesheetDto, 'Submit', { summary: 'Submit a timesheet', description: 'It then awaits approval.' })
  submit(@CurrentCaller() caller: Caller, @PathId('id', 6) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, timesheets, id, { statusID: TimesheetStatus.Submitted }, { expected });
  }

  @TransitionRoute(timesheets, TimesheetDto, 'Approve', {
    summary: 'Approve a timesheet',
    description: 'Its hours can no longer be changed.',
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
    @PathId('id', 13) id: number,
    @OptionalBody() body: TimesheetRejectionDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, timesheets, id, { ...body, statusID: TimesheetStatus.Rejected }, { expected });
  }
}
