import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Calling, type Caller } from '../callers';
import { AlreadyThere, Answers, AnswersPage, Fails, PathId } from '../http';
import { RehearsalDto } from './rehearsal/rehearsal.dto';
import { Rehearsal } from './rehearsal/rehearsal.service';
import { RunHistory } from './run-history.service';
import { RUN_LOCATION, runPath } from './run-path';
import { RunDto, RunListQuery, RunNowQuery, RunRecordDto, RunRecordListQuery } from './runs.dto';
import { Steering } from './steering/steering.service';

const RUN =
  'Queues a run, whatever the trigger. That of a paused automation ends at once as skipped. With dryRun nothing is queued: it is shown what a run would do, of a paused one what it would if it were active.';
const CANCELLATION =
  'What it has done stays done; the records that it has not come to are skipped. One that is cancelled already stays as it is; 409 for one that has ended otherwise.';
const REPETITION =
  'The records on which it failed are tried again in the same run; all others stay as they are. 409 for one that has not ended or has failed on none, or whose automation is paused or deleted.';

@ApiTags('Automation')
@Controller('api/Automation')
export class RunsController {
  constructor(
    private readonly runs: RunHistory,
    private readonly steering: Steering,
    private readonly rehearsal: Rehearsal,
  ) {}

  @Get(':automationId/Runs')
  @ApiOperation({ operationId: 'Automation_listRuns', summary: 'The runs of an automation, the newest first' })
  @AnswersPage(RunDto)
  list(@Calling() caller: Caller, @PathId('automationId') id: number, @Query() query: RunListQuery) {
    return this.runs.list(caller, id, query);
  }

  @Post(':automationId/Runs')
  @ApiOperation({ operationId: 'Automation_run', summary: 'Run an automation now, or see what it would do', description: RUN })
  @Answers(RunDto, { status: 202, description: 'Queued.', headers: RUN_LOCATION })
  @ApiResponse({ status: 200, type: RehearsalDto, description: 'With dryRun: what it would do. Nothing has been done.' })
  async run(
    @Calling() caller: Caller,
    @PathId('automationId') id: number,
    @Query() { dryRun }: RunNowQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (dryRun) return new AlreadyThere(await this.rehearsal.of(caller, id));
    const run = await this.runs.run(caller, id);
    response.location(runPath(run.id));
    return run;
  }

  @Get('Runs/:runId')
  @ApiOperation({ operationId: 'Automation_findRun', summary: 'One run of an automation' })
  @Answers(RunDto)
  find(@Calling() caller: Caller, @PathId('runId') id: number) {
    return this.runs.find(caller, id);
  }

  @Get('Runs/:runId/Records')
  @ApiOperation({ operationId: 'Automation_listRunRecords', summary: 'What became of the records of a run' })
  @AnswersPage(RunRecordDto)
  listRecords(@Calling() caller: Caller, @PathId('runId') id: number, @Query() query: RunRecordListQuery) {
    return this.runs.records(caller, id, query);
  }

  @Post('Runs/:runId/Cancel')
  @ApiOperation({ operationId: 'Automation_cancelRun', summary: 'Cancel a run', description: CANCELLATION })
  @Answers(RunDto, { description: 'The run as it has ended.' })
  @Fails(409)
  async cancel(@Calling() caller: Caller, @PathId('runId', 2) id: number) {
    await this.steering.cancel(caller, id);
    return this.runs.find(caller, id);
  }

  @Post('Runs/:runId/Retry')
  @ApiOperation({ operationId: 'Automation_retryRun', summary: 'Try the failed records of a run again', description: REPETITION })
  @Answers(RunDto, { status: 202, description: 'Queued again.' })
  @Fails(409)
  async retry(@Calling() caller: Caller, @PathId('runId') id: number) {
    await this.steering.retry(caller, id);
    return this.runs.find(caller, id);
  }
}
