import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { Calling, type Caller } from '../callers';
import { AnswersPage, IfMatch, OptionalBody, Page, PathId, type Expected } from '../http';
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
  UpdateRoute,
} from '../records';
import { ClientDto, ClientNewDto, ClientUpdateDto } from './client.dto';
import { clients } from './clients.records';

@ApiTags('Clients')
@Controller('api/Clients')
export class ClientsController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
  ) {}

  @ListRoute(clients, ClientDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, clients, query);
  }

  @QueryRoute(clients, ClientDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, clients, body, page);
  }

  @FindRoute(clients, ClientDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, clients, id);
  }

  @CreateRoute(clients, ClientDto)
  create(@Calling() caller: Caller, @Body() body: ClientNewDto) {
    return this.records.create(caller, clients, body);
  }

  @UpdateRoute(clients, ClientDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: ClientUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, clients, id, body, { expected });
  }

  @RemoveRoute(clients)
  remove(@Calling() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, clients, id, expected);
  }

  @Get(':id/Activities')
  @ApiOperation({ operationId: 'Clients_activities', summary: "A client's activities, newest first" })
  @AnswersPage(ActivityDto)
  async listActivities(@Calling() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return Page.of(await this.activities.ofRecord(caller, clients, id, query));
  }
}
