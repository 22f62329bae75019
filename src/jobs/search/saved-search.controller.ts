import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { AlsoAsLines, Area, ReturnsPage, IfMatch, PathId, type ExpectedVersion } from '../../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../core/records';
import { SearchPageQuery } from '../../core/search';
import { JobDto } from '../job.dto';
import { jobSearches } from '../jobs.records';
import { JobSearchesService } from './job-search.service';
import { SavedJobSearchDto, SavedJobSearchUpdateDto } from './saved-search.dto';

@ApiTags('Jobs')
@Area('jobs')
@Controller('api/Jobs/Searches')
export class JobSearchesController {
  constructor(
    private readonly service: JobSearchesService,
    private readonly records: Records,
  ) {}

  @ListRoute(jobSearches, SavedJobSearchDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, jobSearches, query);
  }

  @FindRoute(jobSearches, SavedJobSearchDto, { path: ':id' })
  find(@CurrentCaller() caller: Caller, @PathId() ssid: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, jobSearches, ssid, query);
  }

  @CreateRoute(jobSearches, SavedJobSearchDto)
  create(@CurrentCaller() caller: Caller, @Body() body: SavedJobSearchUpdateDto) {
    return this.service.create(caller, body);
  }

  @UpdateRoute(jobSearches, SavedJobSearchDto, {
    path: ':id',
    description: 'Absent criteria stay unchanged, null clears a criterion, a list replaces the list.',
  })
  update(
    @CurrentCaller() caller: Caller,
    @PathId() ssid: number,
    @Body() body: SavedJobSearchUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.service.update(caller, ssid, body, expected);
  }

  @RemoveRoute(jobSearches, { path: ':id' })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 6) ssid: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, jobSearches, ssid, expected);
  }

  @Get(':id/Results')
  @ApiOperation({
    operationId: 'JobSearches_results',
    summary: 'Run a saved job search',
    description: 'By default sorted by creation date, newest first, then by id, highest first. Excludes deleted jobs.',
  })
  @ReturnsPage(JobDto)
  @AlsoAsLines()
  results(@CurrentCaller() caller: Caller, @PathId() ssid: number, @Query() page: SearchPageQuery) {
    return this.service.results(caller, ssid, page);
  }
}
