import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
import {
  Confirmations,
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
import { ApplicationStage } from '../../core/terms/numbers';
import { ApplicationConfirmations } from '../confirmations';
import { ApplicationCreateDto, ApplicationDto, ApplicationRejectionDto, ApplicationUpdateDto } from './application.dto';
import { applications } from './applications.records';

@DescribedTag('Applications', 'Applications of candidates for jobs, from the first contact to placement or rejection.')
@Area('applications')
@Controller('api/Applications')
export class ApplicationsController {
  constructor(private readonly records: Records) {}

  @ListRoute(applications, ApplicationDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, applications, query);
  }

  @QueryRoute(applications, ApplicationDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, applications, body, page);
  }

  @FindRoute(applications, ApplicationDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, applications, id, query);
  }

  @CreateRoute(applications, ApplicationDto)
  create(@CurrentCaller() caller: Caller, @Query() confirmed: ApplicationConfirmations, @Body() body: ApplicationCreateDto) {
    return this.records.create(caller, applications, body, { confirmations: Confirmations.in(confirmed) });
  }

  @UpdateRoute(applications, ApplicationDto)
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: ApplicationConfirmations,
    @Body() body: ApplicationUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, applications, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }

  @RemoveRoute(applications)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 40) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, applications, id, expected);
  }

  @TransitionRoute(applications, ApplicationDto, 'Submit', {
    summary: 'Submit a candidate to the client',
    description: 'The application moves to the stage Submitted.',
  })
  submit(
    @CurrentCaller() caller: Caller,
    @PathId('id', 14) id: number,
    @Query() confirmed: ApplicationConfirmations,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    const how = { confirmations: Confirmations.in(confirmed), expected };
    return this.records.update(caller, applications, id, { stageID: ApplicationStage.Submitted }, how);
  }

  @TransitionRoute(applications, ApplicationDto, 'Reject', {
    summary: 'Reject an application',
    description: 'The application moves to the stage Rejected.',
  })
  reject(
    @CurrentCaller() caller: Caller,
    @PathId('id', 15) id: number,
    @OptionalBody() body: ApplicationRejectionDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, applications, id, { ...body, stageID: ApplicationStage.Rejected }, { expected });
  }
}
