import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { fieldsOf } from '../../fields/field';
import { Answers, AnswersPage, Fails, IfMatch, PathId, VERSION, type Expected } from '../../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute, type Answer } from '../../records';
import { TimeZonePageQuery } from '../../search';
import { ContactDto } from '../contact.dto';
import { contactSearches } from '../contacts.records';
import { ContactSearchDto, ContactSearchRequest, SavedContactSearchDto, SavedContactSearchUpdateDto } from './contact-search.dto';
import { ContactSearchesService } from './contact-search.service';

const CRITERIA = 'Absent criteria stay, null clears, a list replaces the list.';

@ApiTags('Contacts')
@Controller('api/Contacts')
export class ContactSearchesController {
  constructor(
    private readonly service: ContactSearchesService,
    private readonly records: Records,
  ) {}

  @Put('Search/:ssid')
  @ApiOperation({ operationId: 'ContactSearches_updateCriteria', summary: 'Update a saved contact search', description: CRITERIA })
  @Answers(ContactSearchDto, { description: 'The saved search as stored.' })
  @Fails(412)
  async updateCriteria(
    @Calling() caller: Caller,
    @PathId('ssid') ssid: number,
    @Body() body: ContactSearchRequest,
    @IfMatch() expected?: Expected,
  ) {
    return criteriaIn(await this.service.update(caller, ssid, body, expected));
  }

  @ListRoute(contactSearches, SavedContactSearchDto, { path: 'Searches' })
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, contactSearches, query);
  }

  @FindRoute(contactSearches, SavedContactSearchDto, { path: 'Searches/:ssid' })
  find(@Calling() caller: Caller, @PathId('ssid') ssid: number) {
    return this.records.find(caller, contactSearches, ssid);
  }

  @CreateRoute(contactSearches, SavedContactSearchDto, { path: 'Searches' })
  create(@Calling() caller: Caller, @Body() body: SavedContactSearchUpdateDto) {
    return this.service.create(caller, body);
  }

  @UpdateRoute(contactSearches, SavedContactSearchDto, { path: 'Searches/:ssid', description: CRITERIA })
  update(
    @Calling() caller: Caller,
    @PathId('ssid') ssid: number,
    @Body() body: SavedContactSearchUpdateDto,
    @IfMatch() expected?: Expected,
  ) {
    return this.service.update(caller, ssid, body, expected);
  }

  @RemoveRoute(contactSearches, { path: 'Searches/:ssid' })
  remove(@Calling() caller: Caller, @PathId('ssid', 8) ssid: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, contactSearches, ssid, expected);
  }

  @Get('Searches/:ssid/Results')
  @ApiOperation({
    operationId: 'ContactSearches_results',
    summary: 'Run a saved contact search',
    description: 'Newest created first, the higher id first of those created at once. Deleted contacts are left out.',
  })
  @AnswersPage(ContactDto)
  results(@Calling() caller: Caller, @PathId('ssid') ssid: number, @Query() page: TimeZonePageQuery) {
    return this.service.results(caller, ssid, page);
  }
}

/** What a saved search asks, without its name and history, as the contract shows it. */
const criteriaIn = (answer: Answer): object => ({
  ...Object.fromEntries(fieldsOf(ContactSearchRequest).map(({ name }) => [name, answer[name]])),
  [VERSION]: (answer as { [VERSION]?: number })[VERSION],
});
