import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { AnswersPage, IfMatch, PathId, type Expected } from '../../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../records';
import { TimeZonePageQuery } from '../../search';
import { JobDto } from '../job.dto';
import { jobSearches } from '../jobs.records';
import { JobsService } from '../jobs.service';
import { SavedJobSearchDto, SavedJobSearchUpdateDto } from './saved-search.dto';

@ApiTags('Jobs')
@Controller('api/Jobs/Searches')
export class JobSearchesController {
  constructor(
    private readonly service: JobsService,
    private readonly records: Records,
  ) {}

  @ListRoute(jobSearches, SavedJobSearchDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, jobSearches, query);
  }

  @FindRoute(jobSearches, SavedJobSearchDto, { path: ':ssid' })
  find(@Calling() caller: Caller, @PathId('ssid') ssid: number) {
    return this.records.find(caller, jobSearches, ssid);
  }

  @CreateRoute(jobSearches, SavedJobSearchDto)
  create(@Calling() caller: Caller, @Body() body: SavedJobSearchUpdateDto) {
    return this.service.createSearch(caller, body);
  }

  @UpdateRoute(jobSearches, SavedJobSearchDto, {
    path: ':ssid',
    description: 'Absent criteria stay, null clears, a list replaces the list.',
  })
  update(@Calling() caller: Caller, @PathId('ssid') ssid: number, @Body() body: SavedJobSearchUpdateDto, @IfMatch() expected?: Expected) {
    return this.service.updateSearch(caller, ssid, body, expected);
  }

  @RemoveRoute(jobSearches, { path: ':ssid' })
  remove(@Calling() caller: Caller, @PathId('ssid', 6) ssid: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, jobSearches, ssid, expected);
  }

  @Get(':ssid/Results')
  @ApiOperation({
    operationId: 'JobSearches_results',
    summary: 'Run a saved job search',
    description: 'Newest created first, the higher id first of those created at once. Deleted jobs are left out.',
  })
  @AnswersPage(JobDto)
  results(@Calling() caller: Caller, @PathId('ssid') ssid: number, @Query() page: TimeZonePageQuery) {
    return this.service.results(caller, ssid, page);
  }
}
