import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { Calling, type Caller } from '../callers';
import { AnswersPage, IfMatch, Page, PathId, type Expected } from '../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../records';
import { CandidateDto, CandidateUpdateDto, CandidateUpdateQuery } from './candidate.dto';
import { candidates } from './candidates.records';

@ApiTags('Candidates')
@Controller('api/Candidates')
export class CandidatesController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
  ) {}

  @ListRoute(candidates, CandidateDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, candidates, query);
  }

  @FindRoute(candidates, CandidateDto, { path: ':candidateId' })
  find(@Calling() caller: Caller, @PathId('candidateId') id: number) {
    return this.records.find(caller, candidates, id);
  }

  @CreateRoute(candidates, CandidateDto)
  create(@Calling() caller: Caller, @Query() { allowDuplicate }: CandidateUpdateQuery, @Body() body: CandidateUpdateDto) {
    return this.records.create(caller, candidates, body, { allowDuplicate });
  }

  @UpdateRoute(candidates, CandidateDto, { path: ':candidateId/V2' })
  update(@Calling() caller: Caller, @PathId('candidateId') id: number, @Query() { allowDuplicate }: CandidateUpdateQuery, @Body() body: CandidateUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, candidates, id, body, { allowDuplicate, expected });
  }

  @RemoveRoute(candidates, { path: ':candidateId' })
  remove(@Calling() caller: Caller, @PathId('candidateId') id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, candidates, id, expected);
  }

  @Get(':candidateId/Activities')
  @ApiOperation({ operationId: 'Candidates_activities', summary: "A candidate's activities, newest first" })
  @AnswersPage(ActivityDto)
  async listActivities(@Calling() caller: Caller, @PathId('candidateId') id: number, @Query() query: ActivityQuery) {
    return Page.of(await this.activities.ofRecord(caller, candidates, id, query));
  }
}
