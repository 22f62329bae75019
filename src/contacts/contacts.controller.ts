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
import { ContactDto, ContactUpdateDto } from './contact.dto';
import { contacts } from './contacts.records';

@ApiTags('Contacts')
@Controller('api/Contacts')
export class ContactsController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
  ) {}

  @ListRoute(contacts, ContactDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, contacts, query);
  }

  @QueryRoute(contacts, ContactDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, contacts, body, page);
  }

  @FindRoute(contacts, ContactDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, contacts, id);
  }

  @CreateRoute(contacts, ContactDto)
  create(@Calling() caller: Caller, @Body() body: ContactUpdateDto) {
    return this.records.create(caller, contacts, body);
  }

  @UpdateRoute(contacts, ContactDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: ContactUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, contacts, id, body, { expected });
  }

  @RemoveRoute(contacts)
  remove(@Calling() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, contacts, id, expected);
  }

  @Get(':id/Activities')
  @ApiOperation({ operationId: 'Contacts_activities', summary: "A contact's activities, newest first" })
  @AnswersPage(ActivityDto)
  async listActivities(@Calling() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return Page.of(await this.activities.ofRecord(caller, contacts, id, query));
  }
}
