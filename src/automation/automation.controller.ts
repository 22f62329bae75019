import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../core/callers';
import { ContactDto } from '../contacts';
import { RecordTypes } from '../core/fields/record-types';
import {
  Constant,
  Fails,
  Area,
  DescribedTag,
  Returns,
  COUNT_HEADER,
  COUNT_HEADERS,
  setTotal,
  IfMatch,
  Safe,
  OptionalBody,
  PathId,
  type ExpectedVersion,
  ETAG,
} from '../core/http';
import { FieldsQuery, FindRoute, ListRoute, Records, RemoveRoute, UpdateRoute } from '../core/records';
import { AutomationCreateDto, AutomationCreateQuery, AutomationDto, AutomationListQuery, AutomationUpdateDto } from './automation.dto';
import { automations } from './automation.records';
import { AutomationsService } from './automations.service';
import { catalogue } from './catalogue/catalogue';
import { CatalogueDto, ProblemsDto } from './catalogue.dto';
import { ExplainQuery, ExplanationDto } from './explain/explain.dto';
import { ExplanationsService } from './explain/explanations.service';
import { ContactFilterSearchDto, ContactFilterSearchQuery, PreviewDto, PreviewRequestDto } from './preview/preview.dto';
import { PreviewService } from './preview/preview.service';
import { RUN_LOCATION, runPath } from './run-path';

const MATCH_HEADERS = {
  ...COUNT_HEADERS,
  'X-Left-Out': {
    description: 'Number of counted records that are not in the response; with X-Total-Count-Capped there are more.',
    schema: { ...COUNT_HEADER, example: 0 },
  },
};

const path = ':id';
const UPDATE =
  'Absent fields keep their value, null clears a field. An active automation must be valid and complete. Runs in progress ' +
  'continue with the new definition; they end when the automation is paused or gets another record type, which one that ' +
  'has run on records cannot get (409).';
const DELETION =
  'Marks the automation as deleted: it can still be read by id but is not listed. A PUT with deleted: false restores it. Its ' +
  'open runs end.';

@DescribedTag('Automation', 'Rules that act on records: building blocks, previews, runs and their results.')
@Area('automation')
@Controller('api/Automation')
export class AutomationController {
  private constant?: Constant;

  constructor(
    private readonly records: Records,
    private readonly types: RecordTypes,
    private readonly automations: AutomationsService,
    private readonly preview: PreviewService,
    private readonly explanations: ExplanationsService,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'Automation_create',
    summary: 'Create an automation',
    description: 'An active automation must be valid and complete; a paused one is a draft.',
  })
  @Returns(AutomationDto, { description: 'The stored automation.', headers: RUN_LOCATION })
  async create(
    @CurrentCaller() caller: Caller,
    @Query() { runNow }: AutomationCreateQuery,
    @Body() body: AutomationCreateDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { automation, runID } = await this.automations.create(caller, body, runNow);
    if (runID !== undefined) response.location(runPath(runID));
    return automation;
  }

  @ListRoute(automations, AutomationDto, { group: 'Automation' })
  list(@CurrentCaller() caller: Caller, @Query() query: AutomationListQuery) {
    return this.automations.list(caller, query);
  }

  @Get('Catalogue')
  @ApiOperation({
    operationId: 'Automation_catalogue',
    summary: 'Get the catalogue: the events, fields, operators and actions that a rule editor needs',
    description:
      'All that an automation can be made of, for editors of rules and programs. It stays the same while the service runs: use its ETag.',
  })
  @Returns(CatalogueDto, { headers: ETAG })
  catalogue() {
    return (this.constant ??= new Constant(catalogue(this.types)));
  }

  @Post('Search/Contacts/Filters')
  @Safe()
  @ApiOperation({
    operationId: 'Automation_searchContacts',
    summary: 'List the contacts that the filters of an automation match',
    description:
      'Filters in the request take precedence over those of the automation; with neither, all contacts match. Runs select their ' +
      'records with the same query.',
  })
  @Returns([ContactDto], { description: 'The matching contacts.', headers: MATCH_HEADERS })
  @Fails(404)
  async searchContacts(
    @CurrentCaller() caller: Caller,
    @OptionalBody() request: ContactFilterSearchDto,
    @Query() query: ContactFilterSearchQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { contacts, matched } = await this.preview.contacts(caller, request, query);
    response.setHeader('X-Left-Out', setTotal(response, matched) - contacts.length);
    return contacts;
  }

  @Post('Preview')
  @Safe()
  @ApiOperation({
    operationId: 'Automation_preview',
    summary: 'List the records that an automation would take, or that a filter matches',
    description:
      'Of every type that automations can be over. With nextRunOnly exactly those that the next run would take, which selects its ' +
      'records with the same query.',
  })
  @Returns(PreviewDto)
  @Fails(404)
  previewRecords(@CurrentCaller() caller: Caller, @Body() request: PreviewRequestDto) {
    return this.preview.records(caller, request);
  }

  @FindRoute(automations, AutomationDto, { path, group: 'Automation' })
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, automations, id, query);
  }

  @UpdateRoute(automations, AutomationDto, { path, group: 'Automation', description: UPDATE })
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: AutomationUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, automations, id, body, { expected });
  }

  @RemoveRoute(automations, { path, group: 'Automation', description: DELETION })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 8) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, automations, id, expected);
  }

  @Get(':id/Problems')
  @ApiOperation({
    operationId: 'Automation_problems',
    summary: 'List what prevents an automation from being activated',
    description:
      'Errors prevent the automation from being active; warnings, such as a possible loop, do not. Each has a pointer to the part of the automation.',
  })
  @Returns(ProblemsDto)
  problems(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.automations.problems(caller, id);
  }

  @Get(':id/Explain')
  @ApiOperation({
    operationId: 'Automation_explain',
    summary: 'Explain why an automation would process a record, or would not',
    description:
      'Uses the query that the next run will use. For an automation that waits for an event, the explanation assumes that the event ' +
      'happens now.',
  })
  @Returns(ExplanationDto)
  explain(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() { recordId }: ExplainQuery) {
    return this.explanations.explain(caller, id, recordId);
  }
}
