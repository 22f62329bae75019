import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, Returns } from '../core/http';
import { SearchQuery, SearchResultDto } from './search.dto';
import { SearchService } from './search.service';

@DescribedTag('Search', 'One search over several types of records.')
@Area('everyone')
@Controller('api/Search')
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Get()
  @ApiOperation({
    operationId: 'Search_search',
    summary: 'Search candidates, contacts, clients, jobs, placements, documents and notes',
    description:
      'Every word must match the beginning of a word of the record. Ids, references and externalIDs come first, then e-mail addresses and ' +
      'phone numbers, names, and other texts, among them those of the files of documents; among equals the newest first. Searches only what you may read and see: a type that you ' +
      'ask for without the scope to read it is a 403. Deleted records are not found.',
  })
  @Returns(SearchResultDto)
  search(@CurrentCaller() caller: Caller, @Query() query: SearchQuery) {
    return this.service.search(caller, query);
  }
}
