import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoAsLines, AlsoNeeds, Area, DescribedTag, IfMatch, OptionalBody, PathId, ReturnsPage, type ExpectedVersion } from '../core/http';
import {
  Confirmations,
  FieldsQuery,
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  TimeZonePageQuery,
  UpdateRoute,
} from '../core/records';
import { CandidateDto, CandidateNewDto, CandidateUpdateDto, CandidateConfirmations } from './candidate.dto';
import { candidates } from './candidates.records';

@DescribedTag('Candidates', 'People looking for work, their activities, and saved searches for them.')
@Area('candidates')
@Controller('api/Candidates')
export class CandidatesController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
  ) {}

  @ListRoute(candidates, CandidateDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, candidates, query);
  }

  @QueryRoute(candidates, CandidateDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, candidates, body, page);
  }

  @FindRoute(candidates, CandidateDto, { path: ':id' })
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, candidates, id, query);
  }

  @CreateRoute(candidates, CandidateDto)
  create(@CurrentCaller() caller: Caller, @Query() confirmed: CandidateConfirmations, @Body() body: CandidateNewDto) {
    return this.records.create(caller, candidates, body, { confirmations: Confirmations.in(confirmed) });
  }

  @UpdateRoute(candidates, CandidateDto, { path: ':id/V2' })
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: CandidateConfirmations,
    @Body() body: CandidateUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, candidates, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }

  @RemoveRoute(candidates, { path: ':id' })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, candidates, id, expected);
  }

  @Get(':id/Activities')
  @AlsoNeeds('activities:read')
  @ApiOperation({
    operationId: 'Candidates_activities',
    summary: "A candidate's activities, newest first",
    description:
      'What was said, planned and done about the candidate: calls, e-mails, notes, tasks, submissions and interviews. status and category filter the list.',
  })
  @ReturnsPage(ActivityDto)
  @AlsoAsLines()
  listActivities(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: ActivityQuery) {
    return this.activities.ofRecord(caller, candidates, id, query);
  }
}
