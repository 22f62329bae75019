import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, Fails, IfMatch, OptionalBody, PathId, type Expected } from '../http';
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
import { activities } from './activities.records';
import { ActivitiesService } from './activities.service';
import { ActivityDto, ActivityUpdateDto } from './activity.dto';

/** A call of the demonstration that is still to come. */
const PLANNED = 9;

@ApiTags('Activities')
@Controller('api/Activities')
export class ActivitiesController {
  constructor(
    private readonly records: Records,
    private readonly service: ActivitiesService,
  ) {}

  @ListRoute(activities, ActivityDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, activities, query);
  }

  @QueryRoute(activities, ActivityDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, activities, body, page);
  }

  @FindRoute(activities, ActivityDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, activities, id);
  }

  @CreateRoute(activities, ActivityDto, {
    description:
      'Without a category it is of that of its type, else a note. Interviews, submissions, placements and documents show themselves as activities and are made through their own paths.',
  })
  create(@Calling() caller: Caller, @Body() body: ActivityUpdateDto) {
    return this.records.create(caller, activities, body);
  }

  @UpdateRoute(activities, ActivityDto)
  update(@Calling() caller: Caller, @PathId('id', PLANNED) id: number, @Body() body: ActivityUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, activities, id, body, { expected });
  }

  @RemoveRoute(activities)
  remove(@Calling() caller: Caller, @PathId() id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, activities, id, expected);
  }

  @Post(':id/Complete')
  @ApiOperation({
    operationId: 'Activities_complete',
    summary: 'Complete an activity',
    description:
      'It ends now, unless it was to end before. One that was still to come takes place now; a task keeps the date when it was due.',
  })
  @Answers(ActivityDto, { description: 'The activity as stored.' })
  @Fails(409, 412)
  complete(@Calling() caller: Caller, @PathId('id', PLANNED) id: number, @IfMatch() expected?: Expected) {
    return this.service.complete(caller, id, expected);
  }
}
