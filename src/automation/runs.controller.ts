import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, AlreadyExists, Returns, ReturnsPage, Fails, PathId } from '../core/http';
import { RehearsalDto } from './dry-run/rehearsal.dto';
import { DryRunService } from './dry-run/dry-run.service';
import { RunHistory } from './run-history.service';
import { RUN_LOCATION, runPath } from './run-path';
import { RunDto, RunListQuery, RunNowQuery, RunRecordDto, RunRecordListQuery } from './runs.dto';
import { RunControlService } from './run-control/run-control.service';

const RUN =
  'Queues a run, whatever the trigger. The run of a paused automation ends immediately as skipped. With dryRun nothing is ' +
  'queued: the response shows what a run would do, for a paused automation what it would do if it were active.';
const CANCELLATION =
  'What the run has done is not undone; records that it has not reached are skipped. Cancelling a cancelled run changes nothing; ' +
  '409 for a run that has ended otherwise.';
const REPETITION =
  'The same run processes its failed records again; all others are left unchanged. 409 for a run that has not ended, has no ' +
  'failed records, or whose automation is paused or deleted.';

@ApiTags('Automation')
@Area('automation')
@Controller('api/Automation')
export class RunsController {
  constructor(
    private readonly runs: RunHistory,
    private readonly steering: RunControlService,
    private readonly rehearsal: DryRunService,
  ) {}

  @Get(':automationId/Runs')
  @ApiOperation({ operationId: 'Automation_listRuns', summary: 'List the runs of an automation, newest first' })
  @ReturnsPage(RunDto)
  list(@CurrentCaller() caller: Caller, @PathId('automationId') id: number, @Query() query: RunListQuery) {
    return this.runs.list(caller, id, query);
  }

  @Post(':automationId/Runs')
  @ApiOperation({ operationId: 'Automation_run', summary: 'Run an automation now, or see what it would do', description: RUN })
  @Returns(RunDto, { status: 202, description: 'Queued.', headers: RUN_LOCATION })
  @ApiResponse({ status: 200, type: RehearsalDto, description: 'With dryRun: what a run would do. Nothing is changed.' })
  async run(
    @CurrentCaller() caller: Caller,
    @PathId('automationId') id: number,
    @Query() { dryRun }: RunNowQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (dryRun) return new AlreadyExists(await this.rehearsal.dryRun(caller, id));
    const run = await this.runs.run(caller, id);
    response.location(runPath(run.id));
    return run;
  }

  @Get('Runs/:runId')
  @ApiOperation({ operationId: 'Automation_findRun', summary: 'Get a run of an automation' })
  @Returns(RunDto)
  find(@CurrentCaller() caller: Caller, @PathId('runId') id: number) {
    return this.runs.find(caller, id);
  }

  @Get('Runs/:runId/Records')
  @ApiOperation({ operationId: 'Automation_listRunRecords', summary: 'List the records of a run with their outcomes' })
  @ReturnsPage(RunRecordDto)
  listRecords(@CurrentCaller() caller: Caller, @PathId('runId') id: number, @Query() query: RunRecordListQuery) {
    return this.runs.records(caller, id, query);
  }

  @Post('Runs/:runId/Cancel')
  @ApiOperation({ operationId: 'Automation_cancelRun', summary: 'Cancel a run', description: CANCELLATION })
  @Returns(RunDto, { description: 'The cancelled run.' })
  @Fails(409)
  async cancel(@CurrentCaller() caller: Caller, @PathId('runId', 2) id: number) {
    await this.steering.cancel(caller, id);
    return this.runs.find(caller, id);
  }

  @Post('Runs/:runId/Retry')
  @ApiOperation({ operationId: 'Automation_retryRun', summary: 'Retry the failed records of a run', description: REPETITION })
  @Returns(RunDto, { status: 202, description: 'Queued again.' })
  @Fails(409)
  async retry(@CurrentCaller() caller: Caller, @PathId('runId') id: number) {
    await this.steering.retry(caller, id);
    return this.runs.find(caller, id);
  }
}
