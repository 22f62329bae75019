import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { CurrentCaller, type Caller } from '../core/callers';
import {
  AlsoAsLines,
  AlsoNeeds,
  Area,
  DescribedTag,
  ReturnsCreated,
  ReturnsPage,
  Fails,
  IfMatch,
  Safe,
  OptionalBody,
  PathId,
  type ExpectedVersion,
} from '../core/http';
import {
  Confirmations,
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
import { SearchPageQuery } from '../core/search';
import { JobDto, JobNewDto, JobReleaseDto, JobUpdateDto } from './job.dto';
import { JobSearchRequest } from './search/job-search.dto';
import { JobSearchesService } from './search/job-search.service';
import { jobs } from './jobs.records';
import { JobsService } from './jobs.service';
import { ContactConfirmation } from './rules/contact-of-client';

@DescribedTag('Jobs', 'Vacancies of clients, and saved searches for them.')
@Area('jobs')
@Controller('api/Jobs')
export class JobsController {
  constructor(
    private readonly records: Records,
    private readonly service: JobsService,
    private readonly searches: JobSearchesService,
    private readonly activities: ActivitiesService,
  ) {}

  @Post('Search')
  @Safe()
  @ApiOperation({
    operationId: 'Jobs_search',
    summary: 'Search jobs',
    description:
      'By default sorted by creation date, newest first, then by id, highest first. Excludes deleted jobs. No body is the same as {}: all jobs.',
  })
  @ReturnsPage(JobDto)
  @AlsoAsLines()
  @Fails(404)
  search(@CurrentCaller() caller: Caller, @OptionalBody() body: JobSearchRequest, @Query() page: SearchPageQuery) {
    return this.searches.search(caller, body, page);
  }

  @ListRoute(jobs, JobDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, jobs, query);
  }

  @QueryRoute(jobs, JobDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, jobs, body, page);
  }

  @FindRoute(jobs, JobDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, jobs, id, query);
  }

  @CreateRoute(jobs, JobDto)
  create(@CurrentCaller() caller: Caller, @Query() confirmed: ContactConfirmation, @Body() body: JobNewDto) {
    return this.records.create(caller, jobs, body, { confirmations: Confirmations.in(confirmed) });
  }

  @UpdateRoute(jobs, JobDto)
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: ContactConfirmation,
    @Body() body: JobUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, jobs, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }

  @RemoveRoute(jobs)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, jobs, id, expected);
  }

  @Get(':id/Activities')
  @AlsoNeeds('activities:read')
  @ApiOperation({
    operationId: 'Jobs_activities',
    summary: "A job's activities, newest first",
    description:
      'What was said, planned and done about it: calls, e-mails, notes, tasks, submissions and interviews. status and category filter the list.',
  })
  @ReturnsPage(ActivityDto)
  @AlsoAsLines()
  listActivities(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return this.activities.ofRecord(caller, jobs, id, query);
  }

  @Post(':id/Releases')
  @ApiOperation({
    operationId: 'Jobs_release',
    summary: 'Release a part of a job as a separate job',
    description: 'The new job is a copy of this one on the first stage, overridden by the body. Returns 409 for a closed or deleted job.',
  })
  @ReturnsCreated(JobDto)
  @Fails(409)
  release(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: ContactConfirmation,
    @OptionalBody() body: JobReleaseDto,
  ) {
    return this.service.release(caller, id, body, { confirmations: Confirmations.in(confirmed) });
  }
}
