import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../core/http';
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
import { opportunities } from './opportunities.records';
import { OpportunityDto, OpportunityNewDto, OpportunityUpdateDto } from './opportunity.dto';

@DescribedTag('Opportunities', 'Potential business with clients.')
@Area('opportunities')
@Controller('api/Opportunities')
export class OpportunitiesController {
  constructor(private readonly records: Records) {}

  @ListRoute(opportunities, OpportunityDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, opportunities, query);
  }

  @QueryRoute(opportunities, OpportunityDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, opportunities, body, page);
  }

  @FindRoute(opportunities, OpportunityDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, opportunities, id, query);
  }

  @CreateRoute(opportunities, OpportunityDto)
  create(@CurrentCaller() caller: Caller, @Body() body: OpportunityNewDto) {
    return this.records.create(caller, opportunities, body);
  }

  @UpdateRoute(opportunities, OpportunityDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: OpportunityUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, opportunities, id, body, { expected });
  }

  @RemoveRoute(opportunities)
  remove(@CurrentCaller() caller: Caller, @PathId() id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, opportunities, id, expected);
  }
}
