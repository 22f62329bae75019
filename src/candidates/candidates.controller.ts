import { Body, Controller, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ActivitiesService, ActivityDto, ActivityQuery } from '../activities';
import { Calling, type Caller } from '../callers';
import { announcePage, Answers, AnswersPage, Fails, PathId } from '../http';
import { CandidateDto, CandidateUpdateDto, CandidateUpdateQuery } from './candidate.dto';
import { candidates } from './candidates.records';
import { CandidatesService } from './candidates.service';

@ApiTags('Candidates')
@Controller('api/Candidates')
export class CandidatesController {
  constructor(
    private readonly service: CandidatesService,
    private readonly activities: ActivitiesService,
  ) {}

  @Get(':candidateId')
  @ApiOperation({ operationId: 'Candidates_find', summary: 'One candidate, whole' })
  @Answers(CandidateDto)
  find(@Calling() caller: Caller, @PathId('candidateId') id: number) {
    return this.service.find(caller, id);
  }

  @Put(':candidateId/V2')
  @ApiOperation({ operationId: 'Candidates_update', summary: 'Update a candidate', description: 'Absent fields stay, null clears, a list replaces the list.' })
  @Answers(CandidateDto, { description: 'The candidate as stored.' })
  @Fails(409)
  update(@Calling() caller: Caller, @PathId('candidateId') id: number, @Query() { allowDuplicate }: CandidateUpdateQuery, @Body() body: CandidateUpdateDto) {
    return this.service.update(caller, id, body, allowDuplicate);
  }

  @Get(':candidateId/Activities')
  @ApiOperation({ operationId: 'Candidates_activities', summary: "A candidate's activities, newest first" })
  @AnswersPage(ActivityDto)
  async listActivities(@Calling() caller: Caller, @PathId('candidateId') id: number, @Query() query: ActivityQuery, @Res({ passthrough: true }) response: Response) {
    const { answers, end } = await this.activities.ofRecord(caller, candidates, id, query);
    announcePage(response, end);
    return answers;
  }
}
