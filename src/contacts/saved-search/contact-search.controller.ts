import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { fieldsOf } from '../../core/fields/field';
import { ETAG, AlsoAsLines, Area, Returns, ReturnsPage, Fails, IfMatch, PathId, VERSION, type ExpectedVersion } from '../../core/http';
import {
  FieldsQuery,
  CreateRoute,
  FindRoute,
  ListRoute,
  RecordListQuery,
  Records,
  RemoveRoute,
  UpdateRoute,
  type RecordResponse,
} from '../../core/records';
import { SearchPageQuery } from '../../core/search';
import { ContactDto } from '../contact.dto';
import { contactSearches } from '../contacts.records';
import { ContactSearchDto, ContactSearchRequest, SavedContactSearchDto, SavedContactSearchUpdateDto } from './contact-search.dto';
import { ContactSearchesService } from './contact-search.service';

const CRITERIA = 'Absent criteria stay unchanged, null clears a criterion, a list replaces the list.';

@ApiTags('Contacts')
@Area('contacts')
@Controller('api/Contacts')
export class ContactSearchesController {
  constructor(
    private readonly service: ContactSearchesService,
    private readonly records: Records,
  ) {}

  @Put('Search/:id')
  @ApiOperation({ operationId: 'ContactSearches_updateCriteria', summary: 'Update a saved contact search', description: CRITERIA })
  @Returns(ContactSearchDto, { headers: ETAG, description: 'The saved search as stored.' })
  @Fails(412)
  async updateCriteria(
    @CurrentCaller() caller: Caller,
    @PathId() ssid: number,
    @Body() body: ContactSearchRequest,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return criteriaIn(await this.service.update(caller, ssid, body, expected));
  }

  @ListRoute(contactSearches, SavedContactSearchDto, { path: 'Searches' })
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, contactSearches, query);
  }

  @FindRoute(contactSearches, SavedContactSearchDto, { path: 'Searches/:id' })
  find(@CurrentCaller() caller: Caller, @PathId() ssid: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, contactSearches, ssid, query);
  }

  @CreateRoute(contactSearches, SavedContactSearchDto, { path: 'Searches' })
  create(@CurrentCaller() caller: Caller, @Body() body: SavedContactSearchUpdateDto) {
    return this.service.create(caller, body);
  }

  @UpdateRoute(contactSearches, SavedContactSearchDto, { path: 'Searches/:id', description: CRITERIA })
  update(
    @CurrentCaller() caller: Caller,
    @PathId() ssid: number,
    @Body() body: SavedContactSearchUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.service.update(caller, ssid, body, expected);
  }

  @RemoveRoute(contactSearches, { path: 'Searches/:id' })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 8) ssid: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, contactSearches, ssid, expected);
  }

  @Get('Searches/:id/Results')
  @ApiOperation({
    operationId: 'ContactSearches_results',
    summary: 'Run a saved contact search',
    description: 'By default sorted by creation date, newest first, then by id, highest first. Excludes deleted contacts.',
  })
  @ReturnsPage(ContactDto)
  @AlsoAsLines()
  results(@CurrentCaller() caller: Caller, @PathId() ssid: number, @Query() page: SearchPageQuery) {
    return this.service.results(caller, ssid, page);
  }
}

/** The criteria of a saved search, without its name and history. */
const criteriaIn = (answer: RecordResponse): object => ({
  ...Object.fromEntries(fieldsOf(ContactSearchRequest).map(({ name }) => [name, answer[name]])),
  [VERSION]: (answer as { [VERSION]?: number })[VERSION],
});
