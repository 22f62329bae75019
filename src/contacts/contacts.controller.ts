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
import { ContactDto, ContactUpdateDto } from './contact.dto';
import { contacts } from './contacts.records';

@DescribedTag('Contacts', 'People who work for clients, and saved searches for them.')
@Area('contacts')
@Controller('api/Contacts')
export class ContactsController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
  ) {}

  @ListRoute(contacts, ContactDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, contacts, query);
  }

  @QueryRoute(contacts, ContactDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, contacts, body, page);
  }

  @FindRoute(contacts, ContactDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, contacts, id, query);
  }

  @CreateRoute(contacts, ContactDto)
  create(@CurrentCaller() caller: Caller, @Body() body: ContactUpdateDto) {
    return this.records.create(caller, contacts, body);
  }

  @UpdateRoute(contacts, ContactDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: ContactUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, contacts, id, body, { expected });
  }

  @RemoveRoute(contacts)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, contacts, id, expected);
  }

  @Get(':id/Activities')
  @AlsoNeeds('activities:read')
  @ApiOperation({
    operationId: 'Contacts_activities',
    summary: "A contact's activities, newest first",
    description:
      'What was said, planned and done about the contact: calls, e-mails, notes, tasks, submissions and interviews. status and category filter the list.',
  })
  @ReturnsPage(ActivityDto)
  @AlsoAsLines()
  listActivities(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return this.activities.ofRecord(caller, contacts, id, query);
  }
}
