import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { Calling, type Caller } from '../callers';
import { Answers, AnswersPage, Fails, IfMatch, OptionalBody, Page, PathId, type Expected } from '../http';
import {
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
} from '../records';
import { CandidateDto, CandidateNewDto, CandidateUpdateDto, CandidateUpdateQuery } from './candidate.dto';
import { candidates } from './candidates.records';
import { MergeDto } from './merge/merge.dto';
import { Merging } from './merge/merge.service';

@ApiTags('Candidates')
@Controller('api/Candidates')
export class CandidatesController {
  constructor(
    private readonly records: Records,
    private readonly activities: ActivitiesService,
    private readonly merging: Merging,
  ) {}

  @ListRoute(candidates, CandidateDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, candidates, query);
  }

  @QueryRoute(candidates, CandidateDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, candidates, body, page);
  }

  @FindRoute(candidates, CandidateDto, { path: ':candidateId' })
  find(@Calling() caller: Caller, @PathId('candidateId') id: number) {
    return this.records.find(caller, candidates, id);
  }

  @CreateRoute(candidates, CandidateDto)
  create(@Calling() caller: Caller, @Query() { allowDuplicate }: CandidateUpdateQuery, @Body() body: CandidateNewDto) {
    return this.records.create(caller, candidates, body, { allowDuplicate });
  }

  @UpdateRoute(candidates, CandidateDto, { path: ':candidateId/V2' })
  update(
    @Calling() caller: Caller,
    @PathId('candidateId') id: number,
    @Query() { allowDuplicate }: CandidateUpdateQuery,
    @Body() body: CandidateUpdateDto,
    @IfMatch() expected?: Expected,
  ) {
    return this.records.update(caller, candidates, id, body, { allowDuplicate, expected });
  }

  @RemoveRoute(candidates, { path: ':candidateId' })
  remove(@Calling() caller: Caller, @PathId('candidateId', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, candidates, id, expected);
  }

  @Get(':candidateId/Activities')
  @ApiOperation({ operationId: 'Candidates_activities', summary: "A candidate's activities, newest first" })
  @AnswersPage(ActivityDto)
  async listActivities(@Calling() caller: Caller, @PathId('candidateId') id: number, @Query() query: ActivityQuery) {
    return Page.of(await this.activities.ofRecord(caller, candidates, id, query));
  }

  @Post(':candidateId/Merge')
  @ApiOperation({
    operationId: 'Candidates_merge',
    summary: 'Merge candidates that are the same person',
    description:
      'All that the others have comes to the candidate in the path: applications, interviews, offers, placements, timesheets, activities, documents, tags, divisions, places on lists, the link with a contact. Its empty fields are filled from them, their employment histories follow its own. Then they are deleted. Two applications to one job stay two.',
  })
  @Answers(CandidateDto, { description: 'The candidate that stays.' })
  @Fails(409, 412)
  merge(@Calling() caller: Caller, @PathId('candidateId', 17) id: number, @Body() body: MergeDto, @IfMatch() expected?: Expected) {
    return this.merging.merge(caller, id, body, expected);
  }
}
