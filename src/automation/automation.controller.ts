import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../callers';
import { ContactDto } from '../contacts';
import { Answers, AnswersPage, COUNT_HEADER, IfMatch, OnlyReads, OptionalBody, Page, PageQuery, PathId, type Expected } from '../http';
import { FindRoute, ListRoute, Records, RemoveRoute, UpdateRoute } from '../records';
import { AutomationCreateDto, AutomationCreateQuery, AutomationDto, AutomationListQuery, AutomationUpdateDto } from './automation.dto';
import { automations } from './automation.records';
import { AutomationsService } from './automations.service';
import { catalogue } from './catalogue/catalogue';
import { CatalogueDto, ProblemsDto } from './catalogue.dto';
import { ContactFilterSearchDto } from './preview/preview.dto';
import { PreviewService } from './preview/preview.service';
import { RunHistory } from './run-history.service';
import { RunDto, RunRecordDto } from './runs.dto';

const RUN_LOCATION = { Location: { description: 'The path of the run.', schema: { type: 'string' as const, maxLength: 100, example: '/api/Automation/Runs/1' } } };
const PREVIEW_HEADERS = {
  'X-Total-Count': { description: 'How many match.', schema: COUNT_HEADER },
  'X-Left-Out': { description: 'How many of them are not in the answer.', schema: { ...COUNT_HEADER, example: 0 } },
};

const path = ':automationId';
const CHANGE = 'Absent fields stay, null clears. An active one must be runnable as a whole. Runs under way go on with what it now says; they end when it is paused or is about other records.';
const DELETION = 'It is marked as deleted: found by its id, in no list; deleted: false in a PUT brings it back. Its runs end.';

@ApiTags('Automation')
@Controller('api/Automation')
export class AutomationController {
  constructor(
    private readonly records: Records,
    private readonly automations: AutomationsService,
    private readonly preview: PreviewService,
    private readonly runs: RunHistory,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'Automation_create', summary: 'Create an automation', description: 'An active one must be runnable as a whole; a paused one is a draft.' })
  @Answers(AutomationDto, { description: 'The automation as stored.', headers: RUN_LOCATION })
  async create(@Calling() caller: Caller, @Query() { runNow }: AutomationCreateQuery, @Body() body: AutomationCreateDto, @Res({ passthrough: true }) response: Response) {
    const { automation, runID } = await this.automations.create(caller, body, runNow);
    if (runID !== undefined) response.location(runPath(runID));
    return automation;
  }

  @ListRoute(automations, AutomationDto, { group: 'Automation' })
  list(@Calling() caller: Caller, @Query() query: AutomationListQuery) {
    return this.automations.list(caller, query);
  }

  @Get('Catalogue')
  @ApiOperation({ operationId: 'Automation_catalogue', summary: 'Events, fields, operators and actions, from which an editor of rules can be drawn' })
  @Answers(CatalogueDto)
  catalogue() {
    return catalogue();
  }

  @Post('Search/Contacts/Filters')
  @OnlyReads()
  @ApiOperation({ operationId: 'Automation_searchContacts', summary: 'Contacts by the filters of an automation', description: 'Filters that are sent go before those of the automation; with neither, all contacts. By the same question a run decides whom it takes.' })
  @Answers([ContactDto], { description: 'The contacts.', headers: PREVIEW_HEADERS })
  async searchContacts(@Calling() caller: Caller, @OptionalBody() request: ContactFilterSearchDto, @Res({ passthrough: true }) response: Response) {
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

  @Get(':automationId/Runs')
  @ApiOperation({ operationId: 'Automation_listRuns', summary: 'The runs of an automation, the newest first' })
  @AnswersPage(RunDto)
  async listRuns(@Calling() caller: Caller, @PathId('automationId') id: number, @Query() query: PageQuery) {
    return Page.of(await this.runs.list(caller, id, query));
  }

  @Post(':automationId/Runs')
  @ApiOperation({ operationId: 'Automation_run', summary: 'Run an automation now', description: 'Queues a run, whatever the trigger. That of a paused automation ends at once as skipped.' })
  @Answers(RunDto, { status: 202, description: 'Queued.', headers: RUN_LOCATION })
  async run(@Calling() caller: Caller, @PathId('automationId') id: number, @Res({ passthrough: true }) response: Response) {
    const run = await this.runs.run(caller, id);
    response.location(runPath(run.id));
    return run;
  }

  @Get('Runs/:runId')
  @ApiOperation({ operationId: 'Automation_findRun', summary: 'One run of an automation' })
  @Answers(RunDto)
  findRun(@Calling() caller: Caller, @PathId('runId') id: number) {
    return this.runs.find(caller, id);
  }

  @Get('Runs/:runId/Records')
  @ApiOperation({ operationId: 'Automation_listRunRecords', summary: 'What became of the records of a run' })
  @AnswersPage(RunRecordDto)
  async listRunRecords(@Calling() caller: Caller, @PathId('runId') id: number, @Query() query: PageQuery) {
    return Page.of(await this.runs.records(caller, id, query));
  }
}

const runPath = (id: number): string => `/api/Automation/Runs/${id}`;
