import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../callers';
import { announcePage, Answers, AnswersPage, Fails, OptionalBody, PathId } from '../http';
import { TimeZonePageQuery } from '../search';
import { JobDto } from './job.dto';
import { JobSearchRequest } from './job-search.dto';
import { JobsService } from './jobs.service';

@ApiTags('Jobs')
@Controller('api/Jobs')
export class JobsController {
  constructor(private readonly service: JobsService) {}

  @Post('Search')
  @ApiOperation({
    operationId: 'Jobs_search',
    summary: 'Search jobs',
    description: 'Newest created first, the higher id first of those created at once. Deleted jobs are left out. No body is the same as {}: all jobs.',
  })
  @AnswersPage(JobDto)
  @Fails(404)
  async search(@Calling() caller: Caller, @OptionalBody() body: JobSearchRequest, @Query() page: TimeZonePageQuery, @Res({ passthrough: true }) response: Response) {
    const { answers, end } = await this.service.search(caller, body, page);
    announcePage(response, end);
    return answers;
  }

  @Get(':id')
  @ApiOperation({ operationId: 'Jobs_find', summary: 'One job, whole' })
  @Answers(JobDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.service.find(caller, id);
  }
}
