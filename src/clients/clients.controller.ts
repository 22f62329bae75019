import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoAsLines, AlsoNeeds, Area, DescribedTag, ReturnsPage, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../core/http';
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
  UpdateRoute,
} from '../core/records';
import { ClientDto, ClientNewDto, ClientUpdateDto } from './client.dto';
import { clients } from './clients.records';

@DescribedTag('Clients', 'Companies that hire, and their sites.')
@Area('clients')
@Controller('api/Clients')
export class ClientsController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
  ) {}

  @ListRoute(clients, ClientDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, clients, query);
  }

  @QueryRoute(clients, ClientDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, clients, body, page);
  }

  @FindRoute(clients, ClientDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, clients, id, query);
  }

  @CreateRoute(clients, ClientDto)
  create(@CurrentCaller() caller: Caller, @Body() body: ClientNewDto) {
    return this.records.create(caller, clients, body);
  }

  @UpdateRoute(clients, ClientDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: ClientUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, clients, id, body, { expected });
  }

  @RemoveRoute(clients)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 41) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, clients, id, expected);
  }

  @Get(':id/Activities')
  @AlsoNeeds('activities:read')
  @ApiOperation({
    operationId: 'Clients_activities',
    summary: "A client's activities, newest first",
    description:
      'What was said, planned and done about the client: calls, e-mails, notes, tasks, submissions and interviews. status and category filter the list.',
  })
  @ReturnsPage(ActivityDto)
  @AlsoAsLines()
  listActivities(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return this.activities.ofRecord(caller, clients, id, query);
  }
}
