import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../core/http';
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
import { SiteDto, SiteNewDto, SiteUpdateDto } from './client.dto';
import { sites } from './clients.records';

@ApiTags('Clients')
@Area('clients')
@Controller('api/Sites')
export class SitesController {
  constructor(private readonly records: Records) {}

  @ListRoute(sites, SiteDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, sites, query);
  }

  @QueryRoute(sites, SiteDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, sites, body, page);
  }

  @FindRoute(sites, SiteDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, sites, id, query);
  }

  @CreateRoute(sites, SiteDto)
  create(@CurrentCaller() caller: Caller, @Body() body: SiteNewDto) {
    return this.records.create(caller, sites, body);
  }

  @UpdateRoute(sites, SiteDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: SiteUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, sites, id, body, { expected });
  }

  @RemoveRoute(sites)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 83) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, sites, id, expected);
  }
}
