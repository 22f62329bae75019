import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { IfMatch, OptionalBody, PathId, type Expected } from '../../http';
import {
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
} from '../../records';
import { ApplicationStage } from '../../terms/numbers';
import { ApplicationCreateDto, ApplicationDto, ApplicationRejectionDto, ApplicationUpdateDto } from './application.dto';
import { applications } from './applications.records';

@ApiTags('Applications')
@Controller('api/Applications')
export class ApplicationsController {
  constructor(private readonly records: Records) {}

  @ListRoute(applications, ApplicationDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, applications, query);
  }

  @QueryRoute(applications, ApplicationDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, applications, body, page);
  }

  @FindRoute(applications, ApplicationDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, applications, id);
  }

  @CreateRoute(applications, ApplicationDto)
  create(@Calling() caller: Caller, @Body() body: ApplicationCreateDto) {
    return this.records.create(caller, applications, body);
  }

  @UpdateRoute(applications, ApplicationDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: ApplicationUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, applications, id, body, { expected });
  }

  @RemoveRoute(applications)
  remove(@Calling() caller: Caller, @PathId('id', 40) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, applications, id, expected);
  }

  @TransitionRoute(applications, ApplicationDto, 'Submit', {
    summary: 'Submit a candidate to the client',
    description: 'The application moves to the stage Submitted.',
  })
  submit(@Calling() caller: Caller, @PathId('id', 14) id: number, @IfMatch() expected?: Expected) {
    return this.records.update(caller, applications, id, { stageID: ApplicationStage.Submitted }, { expected });
  }

  @TransitionRoute(applications, ApplicationDto, 'Reject', {
    summary: 'Reject an application',
    description: 'The application moves to the stage Rejected.',
  })
  reject(
    @Calling() caller: Caller,
    @PathId('id', 15) id: number,
    @OptionalBody() body: ApplicationRejectionDto,
    @IfMatch() expected?: Expected,
  ) {
    return this.records.update(caller, applications, id, { ...body, stageID: ApplicationStage.Rejected }, { expected });
  }
}
