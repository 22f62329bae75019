import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, Returns, Fails, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../core/http';
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
import { activities } from './activities.records';
import { ActivitiesService } from './activities.service';
import { ActivityDto, ActivityNewDto, ActivityUpdateDto } from './activity.dto';

/** A planned call in the demo data. */
const PLANNED = 9;

@DescribedTag('Activities', 'Notes, tasks, calls, messages and meetings.')
@Area('activities')
@Controller('api/Activities')
export class ActivitiesController {
  constructor(
    private readonly records: Records,
    private readonly service: ActivitiesService,
  ) {}

  @ListRoute(activities, ActivityDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, activities, query);
  }

  @QueryRoute(activities, ActivityDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, activities, body, page);
  }

  @FindRoute(activities, ActivityDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, activities, id, query);
  }

  @CreateRoute(activities, ActivityDto, {
    description:
      'The category defaults to that of the type, or else to note. Interviews, submissions, placements and documents appear as activities but are created through their own paths.',
  })
  create(@CurrentCaller() caller: Caller, @Body() body: ActivityNewDto) {
    return this.records.create(caller, activities, body);
  }

  @UpdateRoute(activities, ActivityDto)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('id', PLANNED) id: number,
    @Body() body: ActivityUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, activities, id, body, { expected });
  }

  @RemoveRoute(activities)
  remove(@CurrentCaller() caller: Caller, @PathId() id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, activities, id, expected);
  }

  @Post(':id/Complete')
  @ApiOperation({
    operationId: 'Activities_complete',
    summary: 'Complete an activity',
    description:
      'Sets its end to now, unless its planned end has passed. An activity planned for later takes place now; a task keeps its due date.',
  })
  @Returns(ActivityDto, { description: 'The activity as stored.' })
  @Fails(409, 412)
  complete(@CurrentCaller() caller: Caller, @PathId('id', PLANNED) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.service.complete(caller, id, expected);
  }
}
