import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { AlsoAsLines, Area, Fails, IfMatch, OptionalBody, PathId, ReturnsPage, Safe, type ExpectedVersion } from '../../core/http';
import { CreateRoute, FieldsQuery, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../../core/records';
import { SearchPageQuery } from '../../core/search';
import { CandidateDto } from '../candidate.dto';
import { candidateSearches } from '../candidates.records';
import { CandidateSearchRequest, SavedCandidateSearchDto, SavedCandidateSearchUpdateDto } from './candidate-search.dto';
import { CandidateSearchesService } from './candidate-search.service';

const ORDER = 'By default sorted by creation date, newest first, then by id, highest first. Excludes deleted candidates.';

@ApiTags('Candidates')
@Area('candidates')
@Controller('api/Candidates')
export class CandidateSearchesController {
  constructor(
    private readonly service: CandidateSearchesService,
    private readonly records: Records,
  ) {}

  @Post('Search')
  @Safe()
  @ApiOperation({
    operationId: 'Candidates_search',
    summary: 'Search candidates',
    description: `${ORDER} No body is the same as {}: all candidates. Criteria about pay require the scope pay.`,
  })
  @ReturnsPage(CandidateDto)
  @AlsoAsLines()
  @Fails(404)
  search(@CurrentCaller() caller: Caller, @OptionalBody() body: CandidateSearchRequest, @Query() page: SearchPageQuery) {
    return this.service.search(caller, body, page);
  }

  @ListRoute(candidateSearches, SavedCandidateSearchDto, { path: 'Searches' })
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, candidateSearches, query);
  }

  @FindRoute(candidateSearches, SavedCandidateSearchDto, { path: 'Searches/:id' })
  find(@CurrentCaller() caller: Caller, @PathId() ssid: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, candidateSearches, ssid, query);
  }

  @CreateRoute(candidateSearches, SavedCandidateSearchDto, { path: 'Searches' })
  create(@CurrentCaller() caller: Caller, @Body() body: SavedCandidateSearchUpdateDto) {
    return this.service.create(caller, body);
  }

  @UpdateRoute(candidateSearches, SavedCandidateSearchDto, {
    path: 'Searches/:id',
    description: 'Absent criteria stay unchanged, null clears a criterion, a list replaces the list.',
  })
  update(
    @CurrentCaller() caller: Caller,
    @PathId() ssid: number,
    @Body() body: SavedCandidateSearchUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.service.update(caller, ssid, body, expected);
  }

  @RemoveRoute(candidateSearches, { path: 'Searches/:id' })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 5) ssid: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, candidateSearches, ssid, expected);
  }

  @Get('Searches/:id/Results')
  @ApiOperation({ operationId: 'CandidateSearches_results', summary: 'Run a saved candidate search', description: ORDER })
  @ReturnsPage(CandidateDto)
  @AlsoAsLines()
  results(@CurrentCaller() caller: Caller, @PathId() ssid: number, @Query() page: SearchPageQuery) {
    return this.service.results(caller, ssid, page);
  }
}
