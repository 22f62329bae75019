import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../callers';
import { ContactDto } from '../contacts';
import { Answers, COUNT_HEADER, IfMatch, OnlyReads, OptionalBody, PathId, type Expected } from '../http';
import { FindRoute, ListRoute, Records, RemoveRoute, UpdateRoute } from '../records';
import { AutomationCreateDto, AutomationCreateQuery, AutomationDto, AutomationListQuery, AutomationUpdateDto } from './automation.dto';
import { automations } from './automation.records';
import { AutomationsService } from './automations.service';
import { catalogue } from './catalogue/catalogue';
import { CatalogueDto, ProblemsDto } from './catalogue.dto';
import { ExplainQuery, ExplanationDto } from './explain/explain.dto';
import { Explanations } from './explain/explanations.service';
import { ContactFilterSearchDto } from './preview/preview.dto';
import { PreviewService } from './preview/preview.service';
import { RUN_LOCATION, runPath } from './run-path';

const PREVIEW_HEADERS = {
  'X-Total-Count': { description: 'How many match.', schema: COUNT_HEADER },
  'X-Left-Out': { description: 'How many of them are not in the answer.', schema: { ...COUNT_HEADER, example: 0 } },
};

const path = ':automationId';
const CHANGE =
  'Absent fields stay, null clears. An active one must be runnable as a whole. Runs under way go on with what it now says; they end when it is paused or is about other records.';
const DELETION = 'It is marked as deleted: found by its id, in no list; deleted: false in a PUT brings it back. Its runs end.';

@ApiTags('Automation')
@Controller('api/Automation')
export class AutomationController {
  constructor(
    private readonly records: Records,
    private readonly automations: AutomationsService,
    private readonly preview: PreviewService,
    private readonly explanations: Explanations,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'Automation_create',
    summary: 'Create an automation',
    description: 'An active one must be runnable as a whole; a paused one is a draft.',
  })
  @Answers(AutomationDto, { description: 'The automation as stored.', headers: RUN_LOCATION })
  async create(
    @Calling() caller: Caller,
    @Query() { runNow }: AutomationCreateQuery,
    @Body() body: AutomationCreateDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { automation, runID } = await this.automations.create(caller, body, runNow);
    if (runID !== undefined) response.location(runPath(runID));
    return automation;
  }

  @ListRoute(automations, AutomationDto, { group: 'Automation' })
  list(@Calling() caller: Caller, @Query() query: AutomationListQuery) {
    return this.automations.list(caller, query);
  }

  @Get('Catalogue')
  @ApiOperation({
    operationId: 'Automation_catalogue',
    summary: 'Events, fields, operators and actions, from which an editor of rules can be drawn',
  })
  @Answers(CatalogueDto)
  catalogue() {
    return catalogue();
  }

  @Post('Search/Contacts/Filters')
  @OnlyReads()
  @ApiOperation({
    operationId: 'Automation_searchContacts',
    summary: 'Contacts by the filters of an automation',
    description:
      'Filters that are sent go before those of the automation; with neither, all contacts. By the same question a run decides whom it takes.',
  })
  @Answers([ContactDto], { description: 'The contacts.', headers: PREVIEW_HEADERS })
  async searchContacts(
    @Calling() caller: Caller,
    @OptionalBody() request: ContactFilterSearchDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { contacts, matched, leftOut } = await this.preview.contacts(caller, request);
    response.setHeader('X-Total-Count', matched).setHeader('X-Left-Out', leftOut);
    return contacts;
  }

  @FindRoute(automations, AutomationDto, { path, group: 'Automation' })
  find(@Calling() caller: Caller, @PathId('automationId') id: number) {
    return this.records.find(caller, automations, id);
  }

  @UpdateRoute(automations, AutomationDto, { path, group: 'Automation', description: CHANGE })
  update(@Calling() caller: Caller, @PathId('automationId') id: number, @Body() body: AutomationUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, automations, id, body, { expected });
  }

  @RemoveRoute(automations, { path, group: 'Automation', description: DELETION })
  remove(@Calling() caller: Caller, @PathId('automationId', 8) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, automations, id, expected);
  }

  @Get(':automationId/Problems')
  @ApiOperation({ operationId: 'Automation_problems', summary: 'What stands in the way of activating an automation' })
  @Answers(ProblemsDto)
  problems(@Calling() caller: Caller, @PathId('automationId') id: number) {
    return this.automations.problems(caller, id);
  }

  @Get(':automationId/Explain')
  @ApiOperation({
    operationId: 'Automation_explain',
    summary: 'Why an automation takes a record, or why not',
    description:
      'By the same question by which its next run decides. An automation that waits for an event is explained as if the event came now.',
  })
  @Answers(ExplanationDto)
  explain(@Calling() caller: Caller, @PathId('automationId') id: number, @Query() { recordId }: ExplainQuery) {
    return this.explanations.of(caller, id, recordId);
  }
}
