import { Body, Controller, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../../callers';
import { announcePage, Answers, AnswersPage, PathId } from '../../http';
import { TimeZonePageQuery } from '../../search';
import { ContactDto } from '../contact.dto';
import { ContactSearchDto, ContactSearchRequest, NamedContactSearchDto } from './contact-search.dto';
import { ContactSearchesService } from './contact-search.service';

@ApiTags('Contacts')
@Controller('api/Contacts')
export class ContactSearchesController {
  constructor(private readonly service: ContactSearchesService) {}

  @Put('Search/:ssid')
  @ApiOperation({ operationId: 'ContactSearches_update', summary: 'Update a saved contact search', description: 'Absent criteria stay, null clears, a list replaces the list.' })
  @Answers(ContactSearchDto, { description: 'The saved search as stored.' })
  update(@Calling() caller: Caller, @PathId('ssid') ssid: number, @Body() body: ContactSearchRequest) {
    return this.service.update(caller, ssid, body);
  }

  @Get('Searches/:ssid')
  @ApiOperation({ operationId: 'ContactSearches_find', summary: 'One saved contact search' })
  @Answers(NamedContactSearchDto)
  find(@Calling() caller: Caller, @PathId('ssid') ssid: number) {
    return this.service.find(caller, ssid);
  }

  @Get('Searches/:ssid/Results')
  @ApiOperation({
    operationId: 'ContactSearches_results',
    summary: 'Run a saved contact search',
    description: 'Newest created first, the higher id first of those created at once. Deleted contacts are left out.',
  })
  @AnswersPage(ContactDto)
  async results(@Calling() caller: Caller, @PathId('ssid') ssid: number, @Query() page: TimeZonePageQuery, @Res({ passthrough: true }) response: Response) {
    const { answers, end } = await this.service.results(caller, ssid, page);
    announcePage(response, end);
    return answers;
  }
}
