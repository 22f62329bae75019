import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { Calling, type Caller } from '../callers';
import { AnswersCreated, AnswersPage, Fails, IfMatch, OnlyReads, OptionalBody, Page, PathId, type Expected } from '../http';
import {
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  UpdateRoute,
} from '../records';
import { TimeZonePageQuery } from '../search';
import { JobDto, JobUpdateDto } from './job.dto';
import { JobSearchRequest } from './search/job-search.dto';
import { jobs } from './jobs.records';
import { JobsService } from './jobs.service';

@ApiTags('Jobs')
@Controller('api/Jobs')
export class JobsController {
  constructor(
    private readonly records: Records,
    private readonly service: JobsService,
    private readonly activities: ActivitiesService,
  ) {}

  @Post('Search')
  @OnlyReads()
  @ApiOperation({
    operationId: 'Jobs_search',
    summary: 'Search jobs',
    description:
      'Newest created first, the higher id first of those created at once. Deleted jobs are left out. No body is the same as {}: all jobs.',
  })
  @AnswersPage(JobDto)
  @Fails(404)
  search(@Calling() caller: Caller, @OptionalBody() body: JobSearchRequest, @Query() page: TimeZonePageQuery) {
    return this.service.search(caller, body, page);
  }

  @ListRoute(jobs, JobDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, jobs, query);
  }

  @QueryRoute(jobs, JobDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, jobs, body, page);
  }

  @FindRoute(jobs, JobDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, jobs, id);
  }

  @CreateRoute(jobs, JobDto)
  create(@Calling() caller: Caller, @Body() body: JobUpdateDto) {
    return this.records.create(caller, jobs, body);
  }

  @UpdateRoute(jobs, JobDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: JobUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, jobs, id, body, { expected });
  }

  @RemoveRoute(jobs)
  remove(@Calling() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, jobs, id, expected);
  }

  @Get(':id/Activities')
  @ApiOperation({ operationId: 'Jobs_activities', summary: "A job's activities, newest first" })
  @AnswersPage(ActivityDto)
  async listActivities(@Calling() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return Page.of(await this.activities.ofRecord(caller, jobs, id, query));
  }

  @Post(':id/Releases')
  @ApiOperation({
    operationId: 'Jobs_release',
    summary: 'Release a part of a job as a job of its own',
    description:
      'The new job is a copy of this one on the first stage, but for what the body says. Not of a job that is closed or deleted (409).',
  })
  @AnswersCreated(JobDto)
  @Fails(409)
  release(@Calling() caller: Caller, @PathId() id: number, @OptionalBody() body: JobUpdateDto) {
    return this.service.release(caller, id, body);
  }
}
