import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoAsLines, Area, AlreadyExists, Returns, ReturnsPage, Fails, OptionalBody, PathId } from '../core/http';
import { RehearsalDto } from './dry-run/rehearsal.dto';
import { DryRunService } from './dry-run/dry-run.service';
import { RunHistory } from './run-history.service';
import { RUN_LOCATION, runPath } from './run-path';
import {
  ApprovalDto,
  CancelledDeliveriesDto,
  chosenIn,
  RunDto,
  RunListQuery,
  RunNowQuery,
  RunRecordDto,
  RunRecordListQuery,
  RunRequestDto,
} from './runs.dto';
import { StatisticsDto, StatisticsQuery } from './statistics/statistics.dto';
import { StatisticsService } from './statistics/statistics.service';
import { RunControlService } from './run-control/run-control.service';

const RUN =
  'Queues a run, whatever the trigger. The run of a paused automation ends immediately as skipped. With dryRun nothing is ' +
  'queued: the response shows what a run would do, for a paused automation what it would do if it were active. With recordIds it is a ' +
  'run of these records alone.';
const CANCELLATION =
  'What the run has done is not undone; records that it has not reached are skipped. Cancelling a cancelled run changes nothing; ' +
  '409 for a run that has ended otherwise.';
const APPROVAL =
  'A run over more records than APPROVE_ABOVE waits for it, by somebody else than who started it; a scheduled or triggered one, than its ' +
  'user and who last changed the automation. If the automation or a template that it uses is changed before the run has ended, it waits ' +
  'again. Cancelling the run refuses it. Approving an approved run changes nothing; 409 for one that does not wait.';
const REPETITION =
  'The same run processes its failed records again; all others are left unchanged. 409 for a run that has not ended, has no ' +
  'failed records, or whose automation is paused or deleted.';

@ApiTags('Automation')
@Area('automation')
@Controller('api')
export class RunsController {
  constructor(
    private readonly runs: RunHistory,
    private readonly steering: RunControlService,
    private readonly rehearsal: DryRunService,
    private readonly counts: StatisticsService,
  ) {}

  @Get('Automation/:id/Runs')
  @ApiOperation({
    operationId: 'Automation_listRuns',
    summary: 'List the runs of an automation, newest first',
    description: 'Each with its trigger, its status and how many records it has processed, skipped and failed.',
  })
  @ReturnsPage(RunDto)
  @AlsoAsLines()
  list(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: RunListQuery) {
    return this.runs.list(caller, id, query);
  }

  @Post('Automation/:id/Runs')
  @ApiOperation({ operationId: 'Automation_run', summary: 'Run an automation now, or see what it would do', description: RUN })
  @Returns(RunDto, { status: 202, description: 'Queued.', headers: RUN_LOCATION })
  @ApiResponse({ status: 200, type: RehearsalDto, description: 'With dryRun: what a run would do. Nothing is changed.' })
  async run(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @OptionalBody() body: RunRequestDto,
    @Query() { dryRun }: RunNowQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const chosen = chosenIn(body);
    if (dryRun) return new AlreadyExists(await this.rehearsal.dryRun(caller, id, chosen));
    const run = await this.runs.run(caller, id, chosen);
    response.location(runPath(run.id));
    return run;
  }

  @Get('Automation/:id/Statistics')
  @ApiOperation({
    operationId: 'Automation_statistics',
    summary: 'Count what the runs of an automation came to, in total and per day',
    description: 'Of the runs that were queued in these days and are still kept.',
  })
  @Returns(StatisticsDto)
  statistics(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() { days }: StatisticsQuery) {
    return this.counts.statistics(caller, id, days);
  }

  @Get('AutomationRuns/:id')
  @ApiOperation({
    operationId: 'Automation_findRun',
    summary: 'Get a run of an automation',
    description:
      'Its trigger, its status, and how many records it has taken, processed, skipped and failed. Ask again until its status is final.',
  })
  @Returns(RunDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.runs.find(caller, id);
  }

  @Get('AutomationRuns/:id/Records')
  @ApiOperation({
    operationId: 'Automation_listRunRecords',
    summary: 'List the records of a run with their outcomes',
    description: 'For each record what the actions did, or why it was skipped or failed. outcome filters the list.',
  })
  @ReturnsPage(RunRecordDto)
  @AlsoAsLines()
  listRecords(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: RunRecordListQuery) {
    return this.runs.records(caller, id, query);
  }

  @Post('AutomationRuns/:id/Cancel')
  @ApiOperation({ operationId: 'Automation_cancelRun', summary: 'Cancel a run', description: CANCELLATION })
  @Returns(RunDto, { description: 'The cancelled run.' })
  @Fails(409)
  async cancel(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number) {
    await this.steering.cancel(caller, id);
    return this.runs.find(caller, id);
  }

  @Post('AutomationRuns/:id/Approve')
  @ApiOperation({ operationId: 'Automation_approveRun', summary: 'Approve a run that waits for it', description: APPROVAL })
  @Returns(RunDto, { status: 202, description: 'Queued.' })
  @Fails(409)
  async approve(@CurrentCaller() caller: Caller, @PathId('id', 3) id: number, @OptionalBody() { automationVersion }: ApprovalDto) {
    await this.steering.approve(caller, id, automationVersion);
    return this.runs.find(caller, id);
  }

  @Post('AutomationRuns/:id/CancelDeliveries')
  @ApiOperation({
    operationId: 'Automation_cancelDeliveries',
    summary: 'Cancel the messages of a run',
    description: 'Those that wait for an attempt; what has been sent or is being sent is not affected.',
  })
  @Returns(CancelledDeliveriesDto, { description: 'How many were cancelled.' })
  async cancelDeliveries(@CurrentCaller() caller: Caller, @PathId() id: number): Promise<CancelledDeliveriesDto> {
    return { cancelled: await this.steering.cancelDeliveries(caller, id) };
  }

  @Post('AutomationRuns/:id/Retry')
  @ApiOperation({ operationId: 'Automation_retryRun', summary: 'Retry the failed records of a run', description: REPETITION })
  @Returns(RunDto, { status: 202, description: 'Queued again.' })
  @Fails(409)
  async retry(@CurrentCaller() caller: Caller, @PathId() id: number) {
    await this.steering.retry(caller, id);
    return this.runs.find(caller, id);
  }
}
